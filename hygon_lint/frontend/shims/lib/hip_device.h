// HIP device side: vectors, 16- and 8-bit floats, math, lanes, atomics, barriers.
template <class T, unsigned N> struct HIP_vector_type;
template <class T> struct HIP_vector_type<T, 1> {
  using value_type = T;
  T x;
  HIP_vector_type() = default;
  constexpr HIP_vector_type(T a) : x(a) {}
  T &operator[](size_t);
  const T &operator[](size_t) const;
};
template <class T> struct alignas(2 * sizeof(T)) HIP_vector_type<T, 2> {
  using value_type = T;
  T x, y;
  HIP_vector_type() = default;
  constexpr HIP_vector_type(T a) : x(a), y(a) {}
  constexpr HIP_vector_type(T a, T b) : x(a), y(b) {}
  T &operator[](size_t);
  const T &operator[](size_t) const;
};
template <class T> struct HIP_vector_type<T, 3> {
  using value_type = T;
  T x, y, z;
  HIP_vector_type() = default;
  constexpr HIP_vector_type(T a) : x(a), y(a), z(a) {}
  constexpr HIP_vector_type(T a, T b, T c) : x(a), y(b), z(c) {}
  T &operator[](size_t);
  const T &operator[](size_t) const;
};
template <class T> struct alignas(4 * sizeof(T)) HIP_vector_type<T, 4> {
  using value_type = T;
  T x, y, z, w;
  HIP_vector_type() = default;
  constexpr HIP_vector_type(T a) : x(a), y(a), z(a), w(a) {}
  constexpr HIP_vector_type(T a, T b, T c, T d) : x(a), y(b), z(c), w(d) {}
  T &operator[](size_t);
  const T &operator[](size_t) const;
};
template <class T, unsigned N> HIP_vector_type<T, N> operator+(const HIP_vector_type<T, N> &, const HIP_vector_type<T, N> &);
template <class T, unsigned N> HIP_vector_type<T, N> operator-(const HIP_vector_type<T, N> &, const HIP_vector_type<T, N> &);
template <class T, unsigned N> HIP_vector_type<T, N> operator*(const HIP_vector_type<T, N> &, const HIP_vector_type<T, N> &);
template <class T, unsigned N> HIP_vector_type<T, N> operator/(const HIP_vector_type<T, N> &, const HIP_vector_type<T, N> &);
template <class T, unsigned N, class S> HIP_vector_type<T, N> operator+(const HIP_vector_type<T, N> &, S);
template <class T, unsigned N, class S> HIP_vector_type<T, N> operator-(const HIP_vector_type<T, N> &, S);
template <class T, unsigned N, class S> HIP_vector_type<T, N> operator*(const HIP_vector_type<T, N> &, S);
template <class T, unsigned N, class S> HIP_vector_type<T, N> operator*(S, const HIP_vector_type<T, N> &);
template <class T, unsigned N, class S> HIP_vector_type<T, N> operator/(const HIP_vector_type<T, N> &, S);
template <class T, unsigned N> HIP_vector_type<T, N> operator-(const HIP_vector_type<T, N> &);
template <class T, unsigned N, class S> HIP_vector_type<T, N> &operator+=(HIP_vector_type<T, N> &, const S &);
template <class T, unsigned N, class S> HIP_vector_type<T, N> &operator-=(HIP_vector_type<T, N> &, const S &);
template <class T, unsigned N, class S> HIP_vector_type<T, N> &operator*=(HIP_vector_type<T, N> &, const S &);
template <class T, unsigned N, class S> HIP_vector_type<T, N> &operator/=(HIP_vector_type<T, N> &, const S &);
template <class T, unsigned N> bool operator==(const HIP_vector_type<T, N> &, const HIP_vector_type<T, N> &);
template <class T, unsigned N> bool operator!=(const HIP_vector_type<T, N> &, const HIP_vector_type<T, N> &);
using char1 = HIP_vector_type<char, 1>;
using char2 = HIP_vector_type<char, 2>;
using char3 = HIP_vector_type<char, 3>;
using char4 = HIP_vector_type<char, 4>;
using uchar1 = HIP_vector_type<unsigned char, 1>;
using uchar2 = HIP_vector_type<unsigned char, 2>;
using uchar3 = HIP_vector_type<unsigned char, 3>;
using uchar4 = HIP_vector_type<unsigned char, 4>;
using short1 = HIP_vector_type<short, 1>;
using short2 = HIP_vector_type<short, 2>;
using short3 = HIP_vector_type<short, 3>;
using short4 = HIP_vector_type<short, 4>;
using ushort1 = HIP_vector_type<unsigned short, 1>;
using ushort2 = HIP_vector_type<unsigned short, 2>;
using ushort3 = HIP_vector_type<unsigned short, 3>;
using ushort4 = HIP_vector_type<unsigned short, 4>;
using int1 = HIP_vector_type<int, 1>;
using int2 = HIP_vector_type<int, 2>;
using int3 = HIP_vector_type<int, 3>;
using int4 = HIP_vector_type<int, 4>;
using uint1 = HIP_vector_type<unsigned int, 1>;
using uint2 = HIP_vector_type<unsigned int, 2>;
using uint3 = HIP_vector_type<unsigned int, 3>;
using uint4 = HIP_vector_type<unsigned int, 4>;
using long1 = HIP_vector_type<long, 1>;
using long2 = HIP_vector_type<long, 2>;
using long3 = HIP_vector_type<long, 3>;
using long4 = HIP_vector_type<long, 4>;
using ulong1 = HIP_vector_type<unsigned long, 1>;
using ulong2 = HIP_vector_type<unsigned long, 2>;
using ulong3 = HIP_vector_type<unsigned long, 3>;
using ulong4 = HIP_vector_type<unsigned long, 4>;
using longlong1 = HIP_vector_type<long long, 1>;
using longlong2 = HIP_vector_type<long long, 2>;
using longlong3 = HIP_vector_type<long long, 3>;
using longlong4 = HIP_vector_type<long long, 4>;
using ulonglong1 = HIP_vector_type<unsigned long long, 1>;
using ulonglong2 = HIP_vector_type<unsigned long long, 2>;
using ulonglong3 = HIP_vector_type<unsigned long long, 3>;
using ulonglong4 = HIP_vector_type<unsigned long long, 4>;
using float1 = HIP_vector_type<float, 1>;
using float2 = HIP_vector_type<float, 2>;
using float3 = HIP_vector_type<float, 3>;
using float4 = HIP_vector_type<float, 4>;
using double1 = HIP_vector_type<double, 1>;
using double2 = HIP_vector_type<double, 2>;
using double3 = HIP_vector_type<double, 3>;
using double4 = HIP_vector_type<double, 4>;
constexpr char1 make_char1(char x) { return char1(x); }
constexpr char2 make_char2(char x, char y) { return char2(x, y); }
constexpr char3 make_char3(char x, char y, char z) { return char3(x, y, z); }
constexpr char4 make_char4(char x, char y, char z, char w) { return char4(x, y, z, w); }
constexpr uchar1 make_uchar1(unsigned char x) { return uchar1(x); }
constexpr uchar2 make_uchar2(unsigned char x, unsigned char y) { return uchar2(x, y); }
constexpr uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z) { return uchar3(x, y, z); }
constexpr uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { return uchar4(x, y, z, w); }
constexpr short1 make_short1(short x) { return short1(x); }
constexpr short2 make_short2(short x, short y) { return short2(x, y); }
constexpr short3 make_short3(short x, short y, short z) { return short3(x, y, z); }
constexpr short4 make_short4(short x, short y, short z, short w) { return short4(x, y, z, w); }
constexpr ushort1 make_ushort1(unsigned short x) { return ushort1(x); }
constexpr ushort2 make_ushort2(unsigned short x, unsigned short y) { return ushort2(x, y); }
constexpr ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z) { return ushort3(x, y, z); }
constexpr ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z, unsigned short w) { return ushort4(x, y, z, w); }
constexpr int1 make_int1(int x) { return int1(x); }
constexpr int2 make_int2(int x, int y) { return int2(x, y); }
constexpr int3 make_int3(int x, int y, int z) { return int3(x, y, z); }
constexpr int4 make_int4(int x, int y, int z, int w) { return int4(x, y, z, w); }
constexpr uint1 make_uint1(unsigned int x) { return uint1(x); }
constexpr uint2 make_uint2(unsigned int x, unsigned int y) { return uint2(x, y); }
constexpr uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) { return uint3(x, y, z); }
constexpr uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) { return uint4(x, y, z, w); }
constexpr long1 make_long1(long x) { return long1(x); }
constexpr long2 make_long2(long x, long y) { return long2(x, y); }
constexpr long3 make_long3(long x, long y, long z) { return long3(x, y, z); }
constexpr long4 make_long4(long x, long y, long z, long w) { return long4(x, y, z, w); }
constexpr ulong1 make_ulong1(unsigned long x) { return ulong1(x); }
constexpr ulong2 make_ulong2(unsigned long x, unsigned long y) { return ulong2(x, y); }
constexpr ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z) { return ulong3(x, y, z); }
constexpr ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z, unsigned long w) { return ulong4(x, y, z, w); }
constexpr longlong1 make_longlong1(long long x) { return longlong1(x); }
constexpr longlong2 make_longlong2(long long x, long long y) { return longlong2(x, y); }
constexpr longlong3 make_longlong3(long long x, long long y, long long z) { return longlong3(x, y, z); }
constexpr longlong4 make_longlong4(long long x, long long y, long long z, long long w) { return longlong4(x, y, z, w); }
constexpr ulonglong1 make_ulonglong1(unsigned long long x) { return ulonglong1(x); }
constexpr ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) { return ulonglong2(x, y); }
constexpr ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y, unsigned long long z) { return ulonglong3(x, y, z); }
constexpr ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y, unsigned long long z, unsigned long long w) { return ulonglong4(x, y, z, w); }
constexpr float1 make_float1(float x) { return float1(x); }
constexpr float2 make_float2(float x, float y) { return float2(x, y); }
constexpr float3 make_float3(float x, float y, float z) { return float3(x, y, z); }
constexpr float4 make_float4(float x, float y, float z, float w) { return float4(x, y, z, w); }
constexpr double1 make_double1(double x) { return double1(x); }
constexpr double2 make_double2(double x, double y) { return double2(x, y); }
constexpr double3 make_double3(double x, double y, double z) { return double3(x, y, z); }
constexpr double4 make_double4(double x, double y, double z, double w) { return double4(x, y, z, w); }

struct __half_raw { unsigned short x; };
struct __half {
  _Float16 data;
  __half() = default;
  constexpr __half(_Float16 v) : data(v) {}
  constexpr __half(float v) : data(v) {}
  constexpr __half(double v) : data(v) {}
  constexpr __half(int v) : data(v) {}
  constexpr __half(unsigned v) : data(v) {}
  constexpr __half(long v) : data(v) {}
  constexpr __half(unsigned long v) : data(v) {}
  constexpr __half(short v) : data(v) {}
  constexpr __half(const __half_raw &);
  constexpr operator float() const { return data; }
  explicit constexpr operator _Float16() const { return data; }
  operator __half_raw() const;
  __half &operator+=(const __half &);
  __half &operator-=(const __half &);
  __half &operator*=(const __half &);
  __half &operator/=(const __half &);
  __half operator-() const;
};
typedef __half half;
struct __half2_raw { unsigned short x, y; };
struct __half2 {
  __half x, y;
  __half2() = default;
  constexpr __half2(__half a, __half b) : x(a), y(b) {}
  __half2(const __half2_raw &);
  operator __half2_raw() const;
  __half2 &operator+=(const __half2 &);
  __half2 &operator-=(const __half2 &);
  __half2 &operator*=(const __half2 &);
};
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
__half operator+(const __half &, const __half &);
__half operator-(const __half &, const __half &);
__half operator*(const __half &, const __half &);
__half operator/(const __half &, const __half &);
bool operator<(const __half &, const __half &);
bool operator>(const __half &, const __half &);
bool operator<=(const __half &, const __half &);
bool operator>=(const __half &, const __half &);
bool operator==(const __half &, const __half &);
bool operator!=(const __half &, const __half &);
__half2 operator+(const __half2 &, const __half2 &);
__half2 operator-(const __half2 &, const __half2 &);
__half2 operator*(const __half2 &, const __half2 &);
__half2 operator/(const __half2 &, const __half2 &);
bool operator==(const __half2 &, const __half2 &);
struct __hip_bfloat16_raw { unsigned short x; };
struct __hip_bfloat16 {
  __bf16 data;
  __hip_bfloat16() = default;
  __hip_bfloat16(float);
  __hip_bfloat16(double);
  __hip_bfloat16(int);
  __hip_bfloat16(unsigned);
  __hip_bfloat16(long);
  __hip_bfloat16(unsigned long);
  __hip_bfloat16(const __hip_bfloat16_raw &);
  operator float() const;
  operator __hip_bfloat16_raw() const;
  __hip_bfloat16 &operator+=(const __hip_bfloat16 &);
  __hip_bfloat16 &operator-=(const __hip_bfloat16 &);
  __hip_bfloat16 &operator*=(const __hip_bfloat16 &);
  __hip_bfloat16 operator-() const;
};
struct __hip_bfloat162 {
  __hip_bfloat16 x, y;
  __hip_bfloat162() = default;
  __hip_bfloat162(__hip_bfloat16, __hip_bfloat16);
  __hip_bfloat162 &operator+=(const __hip_bfloat162 &);
  __hip_bfloat162 &operator*=(const __hip_bfloat162 &);
};
__hip_bfloat16 operator+(const __hip_bfloat16 &, const __hip_bfloat16 &);
__hip_bfloat16 operator-(const __hip_bfloat16 &, const __hip_bfloat16 &);
__hip_bfloat16 operator*(const __hip_bfloat16 &, const __hip_bfloat16 &);
__hip_bfloat16 operator/(const __hip_bfloat16 &, const __hip_bfloat16 &);
bool operator<(const __hip_bfloat16 &, const __hip_bfloat16 &);
bool operator>(const __hip_bfloat16 &, const __hip_bfloat16 &);
bool operator==(const __hip_bfloat16 &, const __hip_bfloat16 &);
bool operator!=(const __hip_bfloat16 &, const __hip_bfloat16 &);
__hip_bfloat162 operator+(const __hip_bfloat162 &, const __hip_bfloat162 &);
__hip_bfloat162 operator-(const __hip_bfloat162 &, const __hip_bfloat162 &);
__hip_bfloat162 operator*(const __hip_bfloat162 &, const __hip_bfloat162 &);
typedef __hip_bfloat16 __nv_bfloat16;
typedef __hip_bfloat162 __nv_bfloat162;
typedef __hip_bfloat16 nv_bfloat16;
typedef __hip_bfloat162 nv_bfloat162;
typedef __hip_bfloat16 hip_bfloat16;
typedef unsigned char __hip_fp8_storage_t;
typedef unsigned short __hip_fp8x2_storage_t;
typedef unsigned int __hip_fp8x4_storage_t;
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __hip_fp8_interpretation_t { __HIP_E4M3_FNUZ, __HIP_E5M2_FNUZ, __HIP_E4M3, __HIP_E5M2 };
enum __hip_saturation_t { __HIP_NOSAT, __HIP_SATFINITE };
struct __hip_fp8_e4m3 { unsigned char __x; __hip_fp8_e4m3() = default; explicit __hip_fp8_e4m3(float); explicit __hip_fp8_e4m3(double); explicit __hip_fp8_e4m3(__half); explicit __hip_fp8_e4m3(__hip_bfloat16); explicit operator float() const; explicit operator __half() const; };
struct __hip_fp8_e5m2 { unsigned char __x; __hip_fp8_e5m2() = default; explicit __hip_fp8_e5m2(float); explicit __hip_fp8_e5m2(__half); explicit operator float() const; explicit operator __half() const; };
struct __hip_fp8_e4m3_fnuz { unsigned char __x; __hip_fp8_e4m3_fnuz() = default; explicit __hip_fp8_e4m3_fnuz(float); explicit operator float() const; };
struct __hip_fp8_e5m2_fnuz { unsigned char __x; __hip_fp8_e5m2_fnuz() = default; explicit __hip_fp8_e5m2_fnuz(float); explicit operator float() const; };
struct __hip_fp8x2_e4m3 { unsigned short __x; __hip_fp8x2_e4m3() = default; explicit __hip_fp8x2_e4m3(float2); explicit operator float2() const; };
struct __hip_fp8x2_e5m2 { unsigned short __x; __hip_fp8x2_e5m2() = default; explicit __hip_fp8x2_e5m2(float2); explicit operator float2() const; };
struct __hip_fp8x2_e4m3_fnuz { unsigned short __x; __hip_fp8x2_e4m3_fnuz() = default; explicit __hip_fp8x2_e4m3_fnuz(float2); explicit operator float2() const; };
struct __hip_fp8x2_e5m2_fnuz { unsigned short __x; __hip_fp8x2_e5m2_fnuz() = default; explicit __hip_fp8x2_e5m2_fnuz(float2); explicit operator float2() const; };
struct __hip_fp8x4_e4m3 { unsigned int __x; __hip_fp8x4_e4m3() = default; explicit __hip_fp8x4_e4m3(float4); explicit operator float4() const; };
struct __hip_fp8x4_e5m2 { unsigned int __x; __hip_fp8x4_e5m2() = default; explicit __hip_fp8x4_e5m2(float4); explicit operator float4() const; };
struct __hip_fp8x4_e4m3_fnuz { unsigned int __x; __hip_fp8x4_e4m3_fnuz() = default; explicit __hip_fp8x4_e4m3_fnuz(float4); explicit operator float4() const; };
struct __hip_fp8x4_e5m2_fnuz { unsigned int __x; __hip_fp8x4_e5m2_fnuz() = default; explicit __hip_fp8x4_e5m2_fnuz(float4); explicit operator float4() const; };
typedef __hip_fp8_e4m3 __nv_fp8_e4m3;
typedef __hip_fp8_e5m2 __nv_fp8_e5m2;
typedef __hip_fp8x2_e4m3 __nv_fp8x2_e4m3;
typedef __hip_fp8x4_e4m3 __nv_fp8x4_e4m3;
unsigned char __hip_cvt_float_to_fp8(float, __hip_saturation_t, __hip_fp8_interpretation_t);
__half_raw __hip_cvt_fp8_to_halfraw(unsigned char, __hip_fp8_interpretation_t);

#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...) kernel<<<grid, block, shared, stream>>>(__VA_ARGS__)
#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
extern const __device__ __attribute__((weak)) int warpSize;
void __syncthreads();
int __syncthreads_or(int);
int __syncthreads_and(int);
int __syncthreads_count(int);
void __syncwarp(unsigned long long mask = ~0ull);
void __threadfence();
void __threadfence_block();
void __threadfence_system();
unsigned __lane_id();
unsigned long long __lanemask_lt();
unsigned long long __ballot(int);
unsigned long long __ballot64(int);
unsigned long long __ballot_sync(unsigned long long, int);
unsigned long long __activemask();
unsigned long long __match_any_sync(unsigned long long, long long);
int __any(int);
int __all(int);
int __any_sync(unsigned long long, int);
int __all_sync(unsigned long long, int);
template <class T> T __shfl(T value, int lane, int width = 64);
template <class T> T __shfl_xor(T value, int mask, int width = 64);
template <class T> T __shfl_up(T value, unsigned delta, int width = 64);
template <class T> T __shfl_down(T value, unsigned delta, int width = 64);
template <class T> T __shfl_sync(unsigned long long mask, T value, int lane, int width = 64);
template <class T> T __shfl_xor_sync(unsigned long long mask, T value, int lanes, int width = 64);
template <class T> T __shfl_up_sync(unsigned long long mask, T value, unsigned delta, int width = 64);
template <class T> T __shfl_down_sync(unsigned long long mask, T value, unsigned delta, int width = 64);
unsigned __reduce_add_sync(unsigned long long, unsigned);
unsigned __reduce_max_sync(unsigned long long, unsigned);
long long clock64();
long long wall_clock64();
long long __clock64();
void __nanosleep(unsigned);
void __trap();
template <class T, class V> T atomicAdd(T *address, V value);
template <class T, class V> T atomicSub(T *address, V value);
template <class T, class V> T atomicExch(T *address, V value);
template <class T, class V> T atomicMin(T *address, V value);
template <class T, class V> T atomicMax(T *address, V value);
template <class T, class V> T atomicAnd(T *address, V value);
template <class T, class V> T atomicOr(T *address, V value);
template <class T, class V> T atomicXor(T *address, V value);
template <class T, class V, class W> T atomicCAS(T *address, V compare, W value);
template <class T, class V> T atomicInc(T *address, V value);
template <class T, class V> T atomicDec(T *address, V value);
template <class T, class V> T unsafeAtomicAdd(T *address, V value);
template <class T, class V> T atomicAddNoRet(T *address, V value);
template <class T, class V> T atomicAdd_system(T *address, V value);
template <class T> T __ldg(const T *);
template <class T> T __ldcs(const T *);
template <class T> T __ldca(const T *);
template <class T> T __ldcg(const T *);
template <class T> T __ldlu(const T *);
template <class T, class V> void __stcs(T *, V);
template <class T, class V> void __stcg(T *, V);
size_t __cvta_generic_to_shared(const void *);
void *__cvta_shared_to_generic(size_t);
int min(int, int);
unsigned min(unsigned, unsigned);
long min(long, long);
unsigned long min(unsigned long, unsigned long);
long long min(long long, long long);
unsigned long long min(unsigned long long, unsigned long long);
float min(float, float);
double min(double, double);
template <class A, class B, class = typename __hl_when<__is_arithmetic(A) && __is_arithmetic(B)>::type> decltype(A() + B()) min(A, B);
int max(int, int);
unsigned max(unsigned, unsigned);
long max(long, long);
unsigned long max(unsigned long, unsigned long);
long long max(long long, long long);
unsigned long long max(unsigned long long, unsigned long long);
float max(float, float);
double max(double, double);
template <class A, class B, class = typename __hl_when<__is_arithmetic(A) && __is_arithmetic(B)>::type> decltype(A() + B()) max(A, B);
int abs(int);
long abs(long);
long long abs(long long);
float abs(float);
double abs(double);
long labs(long);
double sqrt(double);
float sqrt(float);
float sqrtf(float);
double rsqrt(double);
float rsqrt(float);
float rsqrtf(float);
double cbrt(double);
float cbrt(float);
float cbrtf(float);
double exp(double);
float exp(float);
float expf(float);
double exp2(double);
float exp2(float);
float exp2f(float);
double exp10(double);
float exp10(float);
float exp10f(float);
double expm1(double);
float expm1(float);
float expm1f(float);
double log(double);
float log(float);
float logf(float);
double log2(double);
float log2(float);
float log2f(float);
double log10(double);
float log10(float);
float log10f(float);
double log1p(double);
float log1p(float);
float log1pf(float);
double sin(double);
float sin(float);
float sinf(float);
double cos(double);
float cos(float);
float cosf(float);
double tan(double);
float tan(float);
float tanf(float);
double asin(double);
float asin(float);
float asinf(float);
double acos(double);
float acos(float);
float acosf(float);
double atan(double);
float atan(float);
float atanf(float);
double sinh(double);
float sinh(float);
float sinhf(float);
double cosh(double);
float cosh(float);
float coshf(float);
double tanh(double);
float tanh(float);
float tanhf(float);
double asinh(double);
float asinh(float);
float asinhf(float);
double acosh(double);
float acosh(float);
float acoshf(float);
double atanh(double);
float atanh(float);
float atanhf(float);
double erf(double);
float erf(float);
float erff(float);
double erfc(double);
float erfc(float);
float erfcf(float);
double erfinv(double);
float erfinv(float);
float erfinvf(float);
double erfcinv(double);
float erfcinv(float);
float erfcinvf(float);
double tgamma(double);
float tgamma(float);
float tgammaf(float);
double lgamma(double);
float lgamma(float);
float lgammaf(float);
double ceil(double);
float ceil(float);
float ceilf(float);
double floor(double);
float floor(float);
float floorf(float);
double round(double);
float round(float);
float roundf(float);
double rint(double);
float rint(float);
float rintf(float);
double nearbyint(double);
float nearbyint(float);
float nearbyintf(float);
double trunc(double);
float trunc(float);
float truncf(float);
double fabs(double);
float fabs(float);
float fabsf(float);
double normcdf(double);
float normcdf(float);
float normcdff(float);
double sinpi(double);
float sinpi(float);
float sinpif(float);
double cospi(double);
float cospi(float);
float cospif(float);
double j0(double);
float j0(float);
float j0f(float);
double j1(double);
float j1(float);
float j1f(float);
double pow(double, double);
float pow(float, float);
float powf(float, float);
double fmod(double, double);
float fmod(float, float);
float fmodf(float, float);
double atan2(double, double);
float atan2(float, float);
float atan2f(float, float);
double hypot(double, double);
float hypot(float, float);
float hypotf(float, float);
double fmin(double, double);
float fmin(float, float);
float fminf(float, float);
double fmax(double, double);
float fmax(float, float);
float fmaxf(float, float);
double fdim(double, double);
float fdim(float, float);
float fdimf(float, float);
double copysign(double, double);
float copysign(float, float);
float copysignf(float, float);
double nextafter(double, double);
float nextafter(float, float);
float nextafterf(float, float);
double remainder(double, double);
float remainder(float, float);
float remainderf(float, float);
double pow(double, int);
float pow(float, int);
double fma(double, double, double);
float fma(float, float, float);
float fmaf(float, float, float);
float ldexpf(float, int);
double ldexp(double, int);
float frexpf(float, int *);
float modff(float, float *);
float rnorm3df(float, float, float);
float rhypotf(float, float);
float norm3df(float, float, float);
float scalbnf(float, int);
double scalbn(double, int);
void sincosf(float, float *, float *);
void sincos(double, double *, double *);
void sincospif(float, float *, float *);
void __sincosf(float, float *, float *);
bool isnan(float);
bool isnan(double);
bool isinf(float);
bool isinf(double);
bool isfinite(float);
bool isfinite(double);
bool signbit(float);
bool signbit(double);
long lroundf(float);
long lrintf(float);
long long llrintf(float);
long long llroundf(float);
float nanf(const char *);
double nan(const char *);
float __expf(float);
float __exp10f(float);
float __logf(float);
float __log2f(float);
float __log10f(float);
float __sinf(float);
float __cosf(float);
float __tanf(float);
float __frcp_rn(float);
float __frsqrt_rn(float);
float __fsqrt_rn(float);
float __saturatef(float);
float __tanhf(float);
float __frcp_ru(float);
float __frcp_rd(float);
float __frcp_rz(float);
float __powf(float, float);
float __fdividef(float, float);
float __fadd_rn(float, float);
float __fsub_rn(float, float);
float __fmul_rn(float, float);
float __fdiv_rn(float, float);
float __fadd_rd(float, float);
float __fadd_ru(float, float);
float __fadd_rz(float, float);
float __fmul_ru(float, float);
float __fmul_rd(float, float);
float __fmul_rz(float, float);
float __fdiv_rd(float, float);
float __fdiv_ru(float, float);
float __fmaf_rn(float, float, float);
float __fmaf_rz(float, float, float);
float __fmaf_rd(float, float, float);
float __fmaf_ru(float, float, float);
double __dadd_rn(double, double);
double __dmul_rn(double, double);
double __ddiv_rn(double, double);
double __dsub_rn(double, double);
int __float_as_int(float);
unsigned __float_as_uint(float);
float __int_as_float(int);
float __uint_as_float(unsigned);
long long __double_as_longlong(double);
double __longlong_as_double(long long);
double __hiloint2double(int, int);
int __double2hiint(double);
int __double2loint(double);
int __float2int_rn(float);
int __float2int_rz(float);
int __float2int_ru(float);
int __float2int_rd(float);
unsigned __float2uint_rn(float);
unsigned __float2uint_rz(float);
long long __float2ll_rn(float);
long long __float2ll_rz(float);
float __int2float_rn(int);
float __uint2float_rn(unsigned);
float __ll2float_rn(long long);
float __double2float_rn(double);
int __double2int_rn(double);
double __int2double_rn(int);
int __clz(int);
int __clzll(long long);
int __ffs(int);
int __ffsll(long long);
int __popc(unsigned);
int __popcll(unsigned long long);
unsigned __brev(unsigned);
unsigned long long __brevll(unsigned long long);
int __ctz(int);
unsigned __byte_perm(unsigned, unsigned, unsigned);
int __mul24(int, int);
unsigned __umul24(unsigned, unsigned);
int __mulhi(int, int);
unsigned __umulhi(unsigned, unsigned);
long long __mul64hi(long long, long long);
unsigned long long __umul64hi(unsigned long long, unsigned long long);
int __hadd_int(int, int);
unsigned __funnelshift_l(unsigned, unsigned, unsigned);
unsigned __funnelshift_r(unsigned, unsigned, unsigned);
unsigned __bitextract_u32(unsigned, unsigned, unsigned);
unsigned __bitinsert_u32(unsigned, unsigned, unsigned, unsigned);
unsigned long long __bitextract_u64(unsigned long long, unsigned, unsigned);
int __dp4a(int, int, int);
unsigned __dp4a(unsigned, unsigned, unsigned);
unsigned __vadd2(unsigned, unsigned);
unsigned __vadd4(unsigned, unsigned);
unsigned __vsub4(unsigned, unsigned);
int __vsubss4(int, int);
unsigned __vcmpne4(unsigned, unsigned);
unsigned __vcmpeq4(unsigned, unsigned);
unsigned __vsub2(unsigned, unsigned);
unsigned __sad(int, int, unsigned);
unsigned __usad(unsigned, unsigned, unsigned);
int __rhadd(int, int);
unsigned __smid();
__half __float2half(float);
__half __float2half_rn(float);
__half __float2half_rz(float);
__half __double2half(double);
__half2 __float2half2_rn(float);
__half2 __floats2half2_rn(float, float);
__half2 __float22half2_rn(float2);
float __half2float(__half);
float2 __half22float2(__half2);
__half __low2half(__half2);
__half __high2half(__half2);
__half2 __low2half2(__half2);
__half2 __high2half2(__half2);
__half2 __half2half2(__half);
__half2 __halves2half2(__half, __half);
__half2 __lowhigh2highlow(__half2);
__half2 __lows2half2(__half2, __half2);
__half2 __highs2half2(__half2, __half2);
__half2 make_half2(__half, __half);
float __low2float(__half2);
float __high2float(__half2);
float __low2float(__hip_bfloat162);
float __high2float(__hip_bfloat162);
short __half_as_short(__half);
unsigned short __half_as_ushort(__half);
__half __short_as_half(short);
__half __ushort_as_half(unsigned short);
int __half2int_rn(__half);
int __half2int_rz(__half);
unsigned __half2uint_rn(__half);
__half __int2half_rn(int);
__half __uint2half_rn(unsigned);
__half __short2half_rn(short);
__half __ushort2half_rn(unsigned short);
short __half2short_rn(__half);
__hip_bfloat16 __float2bfloat16(float);
__hip_bfloat16 __float2bfloat16_rn(float);
__hip_bfloat16 __float2bfloat16_rz(float);
__hip_bfloat16 __double2bfloat16(double);
float __bfloat162float(__hip_bfloat16);
__hip_bfloat162 __float22bfloat162_rn(float2);
__hip_bfloat162 __float2bfloat162_rn(float);
__hip_bfloat162 __floats2bfloat162_rn(float, float);
float2 __bfloat1622float2(__hip_bfloat162);
__hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16);
__hip_bfloat162 __halves2bfloat162(__hip_bfloat16, __hip_bfloat16);
__hip_bfloat16 __low2bfloat16(__hip_bfloat162);
__hip_bfloat16 __high2bfloat16(__hip_bfloat162);
__hip_bfloat162 __low2bfloat162(__hip_bfloat162);
__hip_bfloat162 __high2bfloat162(__hip_bfloat162);
__hip_bfloat162 make_bfloat162(__hip_bfloat16, __hip_bfloat16);
short __bfloat16_as_short(__hip_bfloat16);
unsigned short __bfloat16_as_ushort(__hip_bfloat16);
__hip_bfloat16 __short_as_bfloat16(short);
__hip_bfloat16 __ushort_as_bfloat16(unsigned short);
__hip_bfloat16 __int2bfloat16_rn(int);
__half __hneg(__half);
__half2 __hneg(__half2);
__hip_bfloat16 __hneg(__hip_bfloat16);
__hip_bfloat162 __hneg(__hip_bfloat162);
__half __habs(__half);
__half2 __habs(__half2);
__hip_bfloat16 __habs(__hip_bfloat16);
__hip_bfloat162 __habs(__hip_bfloat162);
__half hsqrt(__half);
__half2 hsqrt(__half2);
__hip_bfloat16 hsqrt(__hip_bfloat16);
__hip_bfloat162 hsqrt(__hip_bfloat162);
__half hrsqrt(__half);
__half2 hrsqrt(__half2);
__hip_bfloat16 hrsqrt(__hip_bfloat16);
__hip_bfloat162 hrsqrt(__hip_bfloat162);
__half hrcp(__half);
__half2 hrcp(__half2);
__hip_bfloat16 hrcp(__hip_bfloat16);
__hip_bfloat162 hrcp(__hip_bfloat162);
__half hexp(__half);
__half2 hexp(__half2);
__hip_bfloat16 hexp(__hip_bfloat16);
__hip_bfloat162 hexp(__hip_bfloat162);
__half hexp2(__half);
__half2 hexp2(__half2);
__hip_bfloat16 hexp2(__hip_bfloat16);
__hip_bfloat162 hexp2(__hip_bfloat162);
__half hlog(__half);
__half2 hlog(__half2);
__hip_bfloat16 hlog(__hip_bfloat16);
__hip_bfloat162 hlog(__hip_bfloat162);
__half hlog2(__half);
__half2 hlog2(__half2);
__hip_bfloat16 hlog2(__hip_bfloat16);
__hip_bfloat162 hlog2(__hip_bfloat162);
__half hsin(__half);
__half2 hsin(__half2);
__hip_bfloat16 hsin(__hip_bfloat16);
__hip_bfloat162 hsin(__hip_bfloat162);
__half hcos(__half);
__half2 hcos(__half2);
__hip_bfloat16 hcos(__hip_bfloat16);
__hip_bfloat162 hcos(__hip_bfloat162);
__half hceil(__half);
__half2 hceil(__half2);
__hip_bfloat16 hceil(__hip_bfloat16);
__hip_bfloat162 hceil(__hip_bfloat162);
__half hfloor(__half);
__half2 hfloor(__half2);
__hip_bfloat16 hfloor(__hip_bfloat16);
__hip_bfloat162 hfloor(__hip_bfloat162);
__half hrint(__half);
__half2 hrint(__half2);
__hip_bfloat16 hrint(__hip_bfloat16);
__hip_bfloat162 hrint(__hip_bfloat162);
__half htrunc(__half);
__half2 htrunc(__half2);
__hip_bfloat16 htrunc(__hip_bfloat16);
__hip_bfloat162 htrunc(__hip_bfloat162);
__half h2exp(__half);
__half2 h2exp(__half2);
__hip_bfloat16 h2exp(__hip_bfloat16);
__hip_bfloat162 h2exp(__hip_bfloat162);
__half h2log(__half);
__half2 h2log(__half2);
__hip_bfloat16 h2log(__hip_bfloat16);
__hip_bfloat162 h2log(__hip_bfloat162);
__half h2sqrt(__half);
__half2 h2sqrt(__half2);
__hip_bfloat16 h2sqrt(__hip_bfloat16);
__hip_bfloat162 h2sqrt(__hip_bfloat162);
__half h2rcp(__half);
__half2 h2rcp(__half2);
__hip_bfloat16 h2rcp(__hip_bfloat16);
__hip_bfloat162 h2rcp(__hip_bfloat162);
__half h2rsqrt(__half);
__half2 h2rsqrt(__half2);
__hip_bfloat16 h2rsqrt(__hip_bfloat16);
__hip_bfloat162 h2rsqrt(__hip_bfloat162);
__half h2exp2(__half);
__half2 h2exp2(__half2);
__hip_bfloat16 h2exp2(__hip_bfloat16);
__hip_bfloat162 h2exp2(__hip_bfloat162);
__half2 __hneg2(__half2);
__half2 __habs2(__half2);
__hip_bfloat162 __hneg2(__hip_bfloat162);
__hip_bfloat162 __habs2(__hip_bfloat162);
__half __hadd(__half, __half);
__hip_bfloat16 __hadd(__hip_bfloat16, __hip_bfloat16);
__half __hsub(__half, __half);
__hip_bfloat16 __hsub(__hip_bfloat16, __hip_bfloat16);
__half __hmul(__half, __half);
__hip_bfloat16 __hmul(__hip_bfloat16, __hip_bfloat16);
__half __hdiv(__half, __half);
__hip_bfloat16 __hdiv(__hip_bfloat16, __hip_bfloat16);
__half __hmax(__half, __half);
__hip_bfloat16 __hmax(__hip_bfloat16, __hip_bfloat16);
__half __hmin(__half, __half);
__hip_bfloat16 __hmin(__hip_bfloat16, __hip_bfloat16);
__half __hadd_rn(__half, __half);
__hip_bfloat16 __hadd_rn(__hip_bfloat16, __hip_bfloat16);
__half __hmul_rn(__half, __half);
__hip_bfloat16 __hmul_rn(__hip_bfloat16, __hip_bfloat16);
__half __hadd_sat(__half, __half);
__hip_bfloat16 __hadd_sat(__hip_bfloat16, __hip_bfloat16);
__half __hmul_sat(__half, __half);
__hip_bfloat16 __hmul_sat(__hip_bfloat16, __hip_bfloat16);
__half __hsub_rn(__half, __half);
__hip_bfloat16 __hsub_rn(__hip_bfloat16, __hip_bfloat16);
__half __hmax_nan(__half, __half);
__hip_bfloat16 __hmax_nan(__hip_bfloat16, __hip_bfloat16);
__half __hmin_nan(__half, __half);
__hip_bfloat16 __hmin_nan(__hip_bfloat16, __hip_bfloat16);
__half2 __hadd2(__half2, __half2);
__hip_bfloat162 __hadd2(__hip_bfloat162, __hip_bfloat162);
__half2 __hsub2(__half2, __half2);
__hip_bfloat162 __hsub2(__hip_bfloat162, __hip_bfloat162);
__half2 __hmul2(__half2, __half2);
__hip_bfloat162 __hmul2(__hip_bfloat162, __hip_bfloat162);
__half2 __h2div(__half2, __half2);
__hip_bfloat162 __h2div(__hip_bfloat162, __hip_bfloat162);
__half2 __hmax2(__half2, __half2);
__hip_bfloat162 __hmax2(__hip_bfloat162, __hip_bfloat162);
__half2 __hmin2(__half2, __half2);
__hip_bfloat162 __hmin2(__hip_bfloat162, __hip_bfloat162);
__half2 __hadd2_rn(__half2, __half2);
__hip_bfloat162 __hadd2_rn(__hip_bfloat162, __hip_bfloat162);
__half2 __hmul2_rn(__half2, __half2);
__hip_bfloat162 __hmul2_rn(__hip_bfloat162, __hip_bfloat162);
__half2 __hadd2_sat(__half2, __half2);
__hip_bfloat162 __hadd2_sat(__hip_bfloat162, __hip_bfloat162);
__half2 __hmul2_sat(__half2, __half2);
__hip_bfloat162 __hmul2_sat(__hip_bfloat162, __hip_bfloat162);
__half __hfma(__half, __half, __half);
__half __hfma_relu(__half, __half, __half);
__half __hfma_sat(__half, __half, __half);
__hip_bfloat16 __hfma(__hip_bfloat16, __hip_bfloat16, __hip_bfloat16);
__hip_bfloat16 __hfma_relu(__hip_bfloat16, __hip_bfloat16, __hip_bfloat16);
__hip_bfloat16 __hfma_sat(__hip_bfloat16, __hip_bfloat16, __hip_bfloat16);
__half2 __hfma2(__half2, __half2, __half2);
__half2 __hfma2_relu(__half2, __half2, __half2);
__hip_bfloat162 __hfma2(__hip_bfloat162, __hip_bfloat162, __hip_bfloat162);
__hip_bfloat162 __hfma2_relu(__hip_bfloat162, __hip_bfloat162, __hip_bfloat162);
bool __heq(__half, __half);
bool __heq(__hip_bfloat16, __hip_bfloat16);
__half2 __heq2(__half2, __half2);
bool __hbeq2(__half2, __half2);
__hip_bfloat162 __heq2(__hip_bfloat162, __hip_bfloat162);
bool __hbeq2(__hip_bfloat162, __hip_bfloat162);
bool __hne(__half, __half);
bool __hne(__hip_bfloat16, __hip_bfloat16);
__half2 __hne2(__half2, __half2);
bool __hbne2(__half2, __half2);
__hip_bfloat162 __hne2(__hip_bfloat162, __hip_bfloat162);
bool __hbne2(__hip_bfloat162, __hip_bfloat162);
bool __hlt(__half, __half);
bool __hlt(__hip_bfloat16, __hip_bfloat16);
__half2 __hlt2(__half2, __half2);
bool __hblt2(__half2, __half2);
__hip_bfloat162 __hlt2(__hip_bfloat162, __hip_bfloat162);
bool __hblt2(__hip_bfloat162, __hip_bfloat162);
bool __hle(__half, __half);
bool __hle(__hip_bfloat16, __hip_bfloat16);
__half2 __hle2(__half2, __half2);
bool __hble2(__half2, __half2);
__hip_bfloat162 __hle2(__hip_bfloat162, __hip_bfloat162);
bool __hble2(__hip_bfloat162, __hip_bfloat162);
bool __hgt(__half, __half);
bool __hgt(__hip_bfloat16, __hip_bfloat16);
__half2 __hgt2(__half2, __half2);
bool __hbgt2(__half2, __half2);
__hip_bfloat162 __hgt2(__hip_bfloat162, __hip_bfloat162);
bool __hbgt2(__hip_bfloat162, __hip_bfloat162);
bool __hge(__half, __half);
bool __hge(__hip_bfloat16, __hip_bfloat16);
__half2 __hge2(__half2, __half2);
bool __hbge2(__half2, __half2);
__hip_bfloat162 __hge2(__hip_bfloat162, __hip_bfloat162);
bool __hbge2(__hip_bfloat162, __hip_bfloat162);
bool __hisnan(__half);
int __hisinf(__half);
bool __hisnan(__hip_bfloat16);
int __hisinf(__hip_bfloat16);
