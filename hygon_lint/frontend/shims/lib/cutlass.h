// CUTLASS (and its ports to other GPUs, which keep the names): numbers, arrays, barriers, pipelines.
#define CUTLASS_DEVICE __forceinline__ __device__
#define CUTLASS_HOST_DEVICE __forceinline__ __device__ __host__
#define CUTLASS_HOST __host__
#define CUTLASS_GLOBAL __global__
#define CUTLASS_PRAGMA_UNROLL _Pragma("unroll")
#define CUTLASS_PRAGMA_NO_UNROLL _Pragma("unroll 1")
#define CUTLASS_GRID_CONSTANT
#define CUTLASS_CHECK(x) __hl_checked(x)
#define CUTLASS_ASSERT(x) __hl_assert(static_cast<bool>(x))
#define CUTE_DEVICE __forceinline__ __device__
#define CUTE_HOST_DEVICE __forceinline__ __device__ __host__
#define CUTE_HOST __host__
#define CUTE_INLINE_CONSTANT static constexpr
#define CUTE_GRID_CONSTANT
#define CUTE_UNROLL _Pragma("unroll")
#define CUTE_NO_UNROLL _Pragma("unroll 1")
#define CUTE_STATIC_ASSERT(...) static_assert(__VA_ARGS__)
#define CUTE_STATIC_ASSERT_V(x, ...) (void)(x)
#define CUTE_INVALID_CONTROL_PATH(x)
#define CUTE_GCC_UNREACHABLE
#define CUTE_STATIC static
#define CUTE_RUNTIME_ASSERT(x)
namespace cutlass {
struct alignas(2) half_t { uint16_t storage; half_t() = default; explicit half_t(float); explicit half_t(double); explicit half_t(int); half_t(__half); operator float() const; __half to_half() const; static half_t bitcast(uint16_t); uint16_t &raw(); uint16_t raw() const; half_t &operator+=(half_t); half_t &operator*=(half_t); };
struct alignas(2) bfloat16_t { uint16_t storage; bfloat16_t() = default; explicit bfloat16_t(float); explicit bfloat16_t(double); explicit bfloat16_t(int); operator float() const; static bfloat16_t bitcast(uint16_t); uint16_t &raw(); bfloat16_t &operator+=(bfloat16_t); };
half_t operator+(half_t, half_t);
half_t operator-(half_t, half_t);
half_t operator*(half_t, half_t);
struct tfloat32_t { uint32_t storage; tfloat32_t() = default; explicit tfloat32_t(float); operator float() const; };
struct float_e4m3_t { uint8_t storage; float_e4m3_t() = default; explicit float_e4m3_t(float); operator float() const; };
struct float_e5m2_t { uint8_t storage; float_e5m2_t() = default; explicit float_e5m2_t(float); operator float() const; };
struct uint4b_t { uint8_t storage; };
struct int4b_t { int8_t storage; };
template <class T> struct sizeof_bits { static constexpr int value = int(sizeof(T) * 8); };
template <class T> inline constexpr int sizeof_bits_v = sizeof_bits<T>::value;
template <class T, int N, bool = true> struct Array {
  using Element = T;
  using value_type = T;
  static constexpr size_t kStorageElements = N;
  static constexpr int kElements = N;
  T storage[N];
  constexpr T &operator[](size_t i) { return storage[i]; }
  constexpr const T &operator[](size_t i) const { return storage[i]; }
  constexpr T *data() { return storage; }
  constexpr const T *data() const { return storage; }
  constexpr size_t size() const { return N; }
  T *begin();
  T *end();
  T &at(size_t);
  void clear();
  void fill(const T &);
};
template <class T, int N, int A = int(sizeof(T)) * N> struct alignas(A) AlignedArray : Array<T, N> {};
template <class T, class S, int N, int R = 2> struct NumericArrayConverter { using result_type = Array<T, N>; using source_type = Array<S, N>; static result_type convert(const source_type &); result_type operator()(const source_type &) const; };
template <class T, class S, int R = 2> struct NumericConverter { using result_type = T; using source_type = S; static T convert(const S &); T operator()(const S &) const; };
enum class FloatRoundStyle { round_indeterminate, round_toward_zero, round_to_nearest, round_to_nearest_satfinite, round_toward_infinity, round_toward_neg_infinity, round_half_ulp_truncate, round_half_ulp_trunc_dntz };
enum class Status { kSuccess, kErrorMisalignedOperand, kErrorInvalidProblem, kErrorNotSupported, kErrorInternal, kInvalid };
const char *cutlassGetStatusString(Status);
struct FastDivmod { int divisor; unsigned multiplier; unsigned shift_right; FastDivmod(); explicit FastDivmod(int); int divmod(int &remainder, int dividend) const; int div(int) const; int rem(int) const; void operator()(int &quotient, int &remainder, int dividend) const; operator int() const; };
struct FastDivmodU64 { uint64_t divisor; FastDivmodU64(); explicit FastDivmodU64(uint64_t); uint64_t divide(uint64_t) const; uint64_t divmod(uint64_t &, uint64_t) const; };
inline constexpr int NumThreadsPerWarp = 32;
inline constexpr int NumThreadsPerWarpGroup = 128;
inline constexpr int NumWarpsPerWarpGroup = 4;
inline constexpr int NumThreadsPerHalfWarp = 16;
int canonical_lane_idx();
int canonical_warp_idx();
int canonical_warp_idx_sync();
int canonical_warp_group_idx();
uint32_t canonical_thread_idx_in_warp_group();
template <class A, class B> constexpr A ceil_div(A a, B b) { return (a + b - 1) / b; }
template <class A, class B> constexpr A round_up(A a, B b) { return (a + b - 1) / b * b; }
template <class T> constexpr T round_nearest(T a, T b);
template <class T> constexpr T gcd(T a, T b);
template <class T> constexpr T lcm(T a, T b);
template <class T> void swap(T &, T &);
template <class T> T clz(T);
template <class T> T fast_tanh(T);
template <class T> T fast_exp(T);
struct uint128_t { uint64_t lo, hi; };
struct KernelHardwareInfo { int device_id = 0; int sm_count = 0; int max_active_clusters = 0; static int query_device_multiprocessor_count(int device = 0); };
template <int R, class I = int, class L = int64_t> struct Coord { I idx[R]; I &operator[](int); };
struct MatrixCoord : Coord<2> { int row() const; int column() const; };
template <class O> __global__ void device_kernel(typename O::Params const params);
struct ClusterLaunchParams { dim3 grid_dims; dim3 block_dims; dim3 cluster_dims; int dynamic_smem_size_in_bytes; hipStream_t stream; };
template <class... A> Status launch_kernel_on_cluster(const ClusterLaunchParams &, const void *kernel, A &&...);
template <class K, class... A> void kernel_launch(dim3 grid, dim3 block, size_t shared, hipStream_t stream, const A &...);
struct ClusterLauncher { template <class... A> static Status launch(A &&...); };
template <class T> struct plus { T operator()(const T &, const T &) const; };
template <class T> struct minus { T operator()(const T &, const T &) const; };
template <class T> struct multiplies { T operator()(const T &, const T &) const; };
template <class T> struct maximum { T operator()(const T &, const T &) const; };
template <class T> struct multiply_add { T operator()(const T &, const T &, const T &) const; };
template <class T> struct numeric_limits : std::numeric_limits<T> {};
template <class D, class S> D copy_bits(S);
template <class T> struct platform_tag {};
namespace platform {
using std::is_same;
using std::enable_if;
using std::numeric_limits;
using std::unique_ptr;
}
namespace arch {
struct Sm70 { static constexpr int kMinComputeCapability = 70; };
struct Sm75 { static constexpr int kMinComputeCapability = 75; };
struct Sm80 { static constexpr int kMinComputeCapability = 80; };
struct Sm86 { static constexpr int kMinComputeCapability = 86; };
struct Sm89 { static constexpr int kMinComputeCapability = 89; };
struct Sm90 { static constexpr int kMinComputeCapability = 90; };
struct Sm100 { static constexpr int kMinComputeCapability = 100; };
struct OpClassTensorOp {};
struct OpClassSimt {};
enum class ReservedNamedBarriers : uint32_t { EpilogueBarrier = 0, TransposeBarrier = 1, TransformBarrier = 2, StreamkBarrier0 = 3, StreamkBarrier1 = 4, FirstUserBarrier = 8 };
struct NamedBarrier {
  NamedBarrier(uint32_t threads, uint32_t id = 0);
  void arrive_and_wait() const;
  void arrive() const;
  void sync() const;
  template <class I> static void arrive_and_wait(uint32_t threads, I id);
  template <class I> static void arrive(uint32_t threads, I id);
  template <class I> static void sync(uint32_t threads, I id);
};
struct ClusterBarrier { using ValueType = uint64_t; ValueType barrier_; void init(uint32_t) const; bool test_wait(uint32_t) const; bool try_wait(uint32_t) const; void wait(uint32_t) const; void arrive() const; void arrive(uint32_t cta, uint32_t pred = 1) const; };
struct ClusterTransactionBarrier : ClusterBarrier { void arrive_and_expect_tx(uint32_t) const; void arrive_and_expect_tx(uint32_t, uint32_t, uint32_t = 1) const; void expect_transaction(uint32_t) const; };
void fence_barrier_init();
void fence_view_async_shared();
void launch_dependent_grids();
void wait_on_dependent_grids();
template <class T> void cpasync_barrier_arrive(const T *);
template <int N> void cp_async_wait();
void cp_async_fence();
template <unsigned N> void warpgroup_reg_alloc();
template <unsigned N> void warpgroup_reg_dealloc();
template <class... A> void synclog_emit_named_barrier_arrive(A...);
template <class... A> void synclog_emit_named_barrier_arrive_and_wait(A...);
}
enum class BarrierStatus : uint32_t { WaitAgain, WaitDone, WaitOnly };
struct ArrivalToken { BarrierStatus get() const; ArrivalToken(BarrierStatus); bool operator==(const ArrivalToken &) const; };
struct ConsumerToken : ArrivalToken { using ArrivalToken::ArrivalToken; };
struct ProducerToken : ArrivalToken { using ArrivalToken::ArrivalToken; };
template <int S> struct PipelineState { static constexpr uint32_t Stages = S; PipelineState(); PipelineState(int index, uint32_t phase, uint32_t count); int index() const; uint32_t phase() const; uint32_t count() const; void operator++(); void operator++(int); PipelineState &advance(uint32_t); };
template <class P> PipelineState<2> make_producer_start_state();
struct __hl_pipeline {
  enum class ThreadCategory { NonParticipant, Producer, Consumer, ProducerConsumer };
  struct Params { uint32_t transaction_bytes; ThreadCategory role; uint32_t is_leader; uint32_t num_consumers; uint32_t num_producers; uint32_t producer_arv_count; uint32_t consumer_arv_count; };
  struct SharedStorage { uint64_t full_barrier_[8]; uint64_t empty_barrier_[8]; };
  using PipelineState = cutlass::PipelineState<2>;
  using ProducerBarrierType = uint64_t;
  template <class S> ProducerToken producer_try_acquire(S, uint32_t = 0);
  template <class S> void producer_acquire(S, ProducerToken = {BarrierStatus::WaitAgain});
  template <class S, class... A> void producer_commit(S, A &&...);
  template <class S> void producer_tail(S);
  template <class S> uint64_t *producer_get_barrier(S);
  template <class S> ConsumerToken consumer_try_wait(S, uint32_t = 0);
  template <class S> void consumer_wait(S, ConsumerToken = {BarrierStatus::WaitAgain});
  template <class S> void consumer_release(S);
};
template <int S> struct PipelineTmaAsync : __hl_pipeline { template <class... A> PipelineTmaAsync(A &&...); };
template <int S> struct PipelineTmaAsyncNoCluster : __hl_pipeline { template <class... A> PipelineTmaAsyncNoCluster(A &&...); };
template <int S> struct PipelineAsync : __hl_pipeline { template <class... A> PipelineAsync(A &&...); };
template <class B> struct GenericBarrier { static void wait_eq(void *, int, int, int); static void arrive_inc(void *, int, int, int = 1); };
namespace detail {
struct SyncwarpSync { static void sync(); };
template <class L> constexpr int alignment_for_swizzle(L);
}
namespace layout {
struct RowMajor { RowMajor(int = 0); static RowMajor packed(const MatrixCoord &); };
struct ColumnMajor { ColumnMajor(int = 0); };
}
namespace gemm {
template <int M, int N, int K> struct GemmShape { static constexpr int kM = M, kN = N, kK = K; };
struct GemmCoord : Coord<3> { GemmCoord(); GemmCoord(int m, int n, int k); int m() const; int n() const; int k() const; };
namespace collective {
template <class... T> struct CollectiveBuilder;
using StageCountAuto = struct __hl_stage_count;
using KernelScheduleAuto = struct __hl_kernel_schedule;
}
namespace device {
template <class... T> struct Gemm;
}
namespace kernel {
template <class... T> struct GemmUniversal;
}
}
namespace epilogue {
namespace collective {
template <class... T> struct CollectiveBuilder;
}
namespace thread {
template <class... T> struct LinearCombination;
}
}
}
