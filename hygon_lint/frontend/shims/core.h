// Force-included before everything: what clang itself needs to read HIP sources with no SDK on the machine.
// Every other name of the SDK is in lib/, from which the prelude picks what a file uses and does not define itself.
#ifndef __device__
#define __device__ __attribute__((device))
#endif
#ifndef __global__
#define __global__ __attribute__((global))
#endif
#ifndef __host__
#define __host__ __attribute__((host))
#endif
#ifndef __shared__
#define __shared__ __attribute__((shared))
#endif
#ifndef __constant__
#define __constant__ __attribute__((constant))
#endif
#ifndef __managed__
#define __managed__ __attribute__((managed))
#endif
#ifndef __forceinline__
#define __forceinline__ inline __attribute__((always_inline))
#endif
#ifndef __noinline__
#define __noinline__ __attribute__((noinline))
#endif
#ifndef __launch_bounds__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#endif
#ifndef __grid_constant__
#define __grid_constant__
#endif
#ifndef __align__
#define __align__(n) __attribute__((aligned(n)))
#endif
#ifndef __cluster_dims__
#define __cluster_dims__(...)
#endif

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
namespace std {
using ::size_t;
using ::ptrdiff_t;
using ::int8_t;
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::uint8_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::intptr_t;
using ::uintptr_t;
using nullptr_t = decltype(nullptr);
}

template <class T, int N>
using __hl_vector = T __attribute__((ext_vector_type(N)));
#pragma clang force_cuda_host_device begin
struct dim3 {
  uint32_t x, y, z;
  constexpr dim3(uint32_t a = 1, uint32_t b = 1, uint32_t c = 1) : x(a), y(b), z(c) {}
};
struct ihipStream_t;
typedef ihipStream_t *hipStream_t;
extern "C" int hipConfigureCall(dim3 grid, dim3 block, size_t shared = 0, hipStream_t stream = 0);
extern "C" unsigned __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, hipStream_t stream = 0);
extern "C" int hipLaunchKernel(const void *f, dim3 grid, dim3 block, void **args, size_t shared, hipStream_t stream);
struct __hl_index {
  unsigned int x, y, z;
  operator dim3() const;
};
extern const __device__ __attribute__((weak)) __hl_index threadIdx;
extern const __device__ __attribute__((weak)) __hl_index blockIdx;
extern const __device__ __attribute__((weak)) __hl_index blockDim;
extern const __device__ __attribute__((weak)) __hl_index gridDim;
// A value whose type is not known here. Whatever is done with it gives another one; nothing may be concluded from it.
struct __hl_unknown {
  using value_type = __hl_unknown;
  using type = __hl_unknown;
  using iterator = __hl_unknown;
  using element_type = __hl_unknown;
  static constexpr int value = 0;
  constexpr __hl_unknown() {}
  template <class T> constexpr __hl_unknown(const T &) {}
  template <class A, class B, class... R> constexpr __hl_unknown(const A &, const B &, const R &...) {}
  template <class T> constexpr operator T() const;
  template <class T> __hl_unknown operator[](const T &) const;
  template <class... T> __hl_unknown operator()(const T &...) const;
  template <class T> __hl_unknown &operator=(const T &);
  __hl_unknown *operator->() const;
  __hl_unknown operator*() const;
  __hl_unknown operator-() const;
  __hl_unknown operator~() const;
  bool operator!() const;
  __hl_unknown operator++();
  __hl_unknown operator++(int);
  template <class T> __hl_unknown &operator+=(const T &);
  template <class T> __hl_unknown &operator-=(const T &);
  template <class T> __hl_unknown &operator*=(const T &);
  template <class T> __hl_unknown &operator/=(const T &);
  template <class T> __hl_unknown &operator|=(const T &);
  template <class T> __hl_unknown &operator&=(const T &);
  __hl_unknown begin() const;
  __hl_unknown end() const;
};
template <bool>
struct __hl_when {};
template <>
struct __hl_when<true> {
  using type = void;
};
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator+(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator+(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator-(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator-(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator*(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator*(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator/(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator/(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator%(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator%(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator&(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator&(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator|(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator|(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator^(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator^(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator<<(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator<<(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator>>(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator>>(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator==(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator==(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator!=(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator!=(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator<(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator<(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator>(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator>(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator<=(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator<=(const T &, const U &);
template <class U, class T, class = typename __hl_when<__is_base_of(__hl_unknown, U)>::type>
__hl_unknown operator>=(const U &, const T &);
template <class T, class U, class = typename __hl_when<__is_base_of(__hl_unknown, U) && !__is_base_of(__hl_unknown, T)>::type, class = void>
__hl_unknown operator>=(const T &, const U &);
namespace std {
template <class E>
class initializer_list {
  const E *first;
  size_t count;

public:
  using value_type = E;
  using size_type = size_t;
  using iterator = const E *;
  using const_iterator = const E *;
  constexpr initializer_list() noexcept : first(nullptr), count(0) {}
  constexpr size_t size() const noexcept { return count; }
  constexpr const E *begin() const noexcept { return first; }
  constexpr const E *end() const noexcept { return first + count; }
};
struct type_info {
  const char *name() const noexcept;
  size_t hash_code() const noexcept;
  bool operator==(const type_info &) const noexcept;
};
template <class T>
struct tuple_size;
template <size_t I, class T>
struct tuple_element;
enum class align_val_t : size_t {};
}
void *operator new(size_t, void *) noexcept;
void *operator new[](size_t, void *) noexcept;
#pragma clang force_cuda_host_device end
