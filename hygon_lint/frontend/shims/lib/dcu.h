// Names of vector types and small unions that kernels for these cards use everywhere, with the meaning they have there.
// Taken only where neither the file nor its project declares them.

typedef int vec2_int __attribute__((ext_vector_type(2)));
typedef int vec4_int __attribute__((ext_vector_type(4)));
typedef int vec8_int __attribute__((ext_vector_type(8)));
typedef int vec16_int __attribute__((ext_vector_type(16)));
typedef unsigned int vec2_uint __attribute__((ext_vector_type(2)));
typedef unsigned int vec4_uint __attribute__((ext_vector_type(4)));
typedef unsigned int vec8_uint __attribute__((ext_vector_type(8)));
typedef unsigned int vec16_uint __attribute__((ext_vector_type(16)));
typedef float vec2_fp32 __attribute__((ext_vector_type(2)));
typedef float vec4_fp32 __attribute__((ext_vector_type(4)));
typedef float vec8_fp32 __attribute__((ext_vector_type(8)));
typedef float vec16_fp32 __attribute__((ext_vector_type(16)));
typedef float vec2_float __attribute__((ext_vector_type(2)));
typedef float vec4_float __attribute__((ext_vector_type(4)));
typedef float vec8_float __attribute__((ext_vector_type(8)));
typedef float vec16_float __attribute__((ext_vector_type(16)));
typedef _Float16 vec2_fp16 __attribute__((ext_vector_type(2)));
typedef _Float16 vec4_fp16 __attribute__((ext_vector_type(4)));
typedef _Float16 vec8_fp16 __attribute__((ext_vector_type(8)));
typedef _Float16 vec16_fp16 __attribute__((ext_vector_type(16)));
typedef _Float16 vec2_half __attribute__((ext_vector_type(2)));
typedef _Float16 vec4_half __attribute__((ext_vector_type(4)));
typedef _Float16 vec8_half __attribute__((ext_vector_type(8)));
typedef _Float16 vec16_half __attribute__((ext_vector_type(16)));
typedef _Float16 vec2_f16 __attribute__((ext_vector_type(2)));
typedef _Float16 vec4_f16 __attribute__((ext_vector_type(4)));
typedef _Float16 vec8_f16 __attribute__((ext_vector_type(8)));
typedef _Float16 vec16_f16 __attribute__((ext_vector_type(16)));
typedef unsigned short vec2_uint16 __attribute__((ext_vector_type(2)));
typedef unsigned short vec4_uint16 __attribute__((ext_vector_type(4)));
typedef unsigned short vec8_uint16 __attribute__((ext_vector_type(8)));
typedef unsigned short vec16_uint16 __attribute__((ext_vector_type(16)));
typedef short vec2_int16 __attribute__((ext_vector_type(2)));
typedef short vec4_int16 __attribute__((ext_vector_type(4)));
typedef short vec8_int16 __attribute__((ext_vector_type(8)));
typedef short vec16_int16 __attribute__((ext_vector_type(16)));
typedef unsigned char vec2_uint8 __attribute__((ext_vector_type(2)));
typedef unsigned char vec4_uint8 __attribute__((ext_vector_type(4)));
typedef unsigned char vec8_uint8 __attribute__((ext_vector_type(8)));
typedef unsigned char vec16_uint8 __attribute__((ext_vector_type(16)));
typedef signed char vec2_int8 __attribute__((ext_vector_type(2)));
typedef signed char vec4_int8 __attribute__((ext_vector_type(4)));
typedef signed char vec8_int8 __attribute__((ext_vector_type(8)));
typedef signed char vec16_int8 __attribute__((ext_vector_type(16)));
typedef unsigned short vec2_bf16 __attribute__((ext_vector_type(2)));
typedef unsigned short vec4_bf16 __attribute__((ext_vector_type(4)));
typedef unsigned short vec8_bf16 __attribute__((ext_vector_type(8)));
typedef unsigned short vec16_bf16 __attribute__((ext_vector_type(16)));
typedef unsigned char vec2_fp8 __attribute__((ext_vector_type(2)));
typedef unsigned char vec4_fp8 __attribute__((ext_vector_type(4)));
typedef unsigned char vec8_fp8 __attribute__((ext_vector_type(8)));
typedef unsigned char vec16_fp8 __attribute__((ext_vector_type(16)));
typedef long vec2_long __attribute__((ext_vector_type(2)));
typedef long vec4_long __attribute__((ext_vector_type(4)));
typedef long vec8_long __attribute__((ext_vector_type(8)));
typedef long vec16_long __attribute__((ext_vector_type(16)));
typedef unsigned long vec2_uint64 __attribute__((ext_vector_type(2)));
typedef unsigned long vec4_uint64 __attribute__((ext_vector_type(4)));
typedef unsigned long vec8_uint64 __attribute__((ext_vector_type(8)));
typedef unsigned long vec16_uint64 __attribute__((ext_vector_type(16)));

typedef unsigned int uintx2 __attribute__((ext_vector_type(2)));
typedef unsigned int uintx4 __attribute__((ext_vector_type(4)));
typedef unsigned int uintx8 __attribute__((ext_vector_type(8)));
typedef unsigned int uintx16 __attribute__((ext_vector_type(16)));
typedef int intx2 __attribute__((ext_vector_type(2)));
typedef int intx4 __attribute__((ext_vector_type(4)));
typedef int intx8 __attribute__((ext_vector_type(8)));
typedef int intx16 __attribute__((ext_vector_type(16)));
typedef float floatx2 __attribute__((ext_vector_type(2)));
typedef float floatx4 __attribute__((ext_vector_type(4)));
typedef float floatx8 __attribute__((ext_vector_type(8)));
typedef float floatx16 __attribute__((ext_vector_type(16)));
typedef _Float16 halfx2 __attribute__((ext_vector_type(2)));
typedef _Float16 halfx4 __attribute__((ext_vector_type(4)));
typedef _Float16 halfx8 __attribute__((ext_vector_type(8)));
typedef _Float16 halfx16 __attribute__((ext_vector_type(16)));

template <typename T> struct vec2_Accum { T data[2]; T& operator[](int i); const T& operator[](int i) const; };
template <typename T> struct vec4_Accum { T data[4]; T& operator[](int i); const T& operator[](int i) const; };

union union_vec4_uint
{
    vec4_uint v32;
    vec4_int i32;
    unsigned long u64[2];
};
union union_vec4_fp32
{
    vec4_fp32 f32;
    float data[4];
};
union union_vec8_fp16
{
    vec8_fp16 f16;
    vec4_int i32x4;
    vec4_fp16 f16x4[2];
};
union union_vec16_fp8
{
    vec4_int i32x4;
    long i64[2];
    unsigned char u8[16];
};

template <int Low, int High>
__host__ __device__ int inline_min_max(int value);
__host__ __device__ unsigned long VA_LIMIT_BITS(unsigned long address);
template <int Stride, typename Element = void, typename Pointer>
__host__ __device__ vec4_uint prepare_for_matrix_load(Pointer pointer);
template <int Stride, typename Element = void, typename Pointer>
__host__ __device__ vec4_uint prepare_for_buffer_load(Pointer pointer);
