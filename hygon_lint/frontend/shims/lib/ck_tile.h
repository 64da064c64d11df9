// Composable kernel, both generations, as its users see it: numbers, sequences, layouts, attention arguments.
#define CK_TILE_HOST inline __host__
#define CK_TILE_DEVICE inline __device__
#define CK_TILE_HOST_DEVICE inline __host__ __device__
#define CK_HOST_DEVICE __host__ __device__
namespace ck {
using index_t = int32_t;
using long_index_t = int64_t;
template <class T, T v> struct integral_constant { static constexpr T value = v; using value_type = T; using type = integral_constant; constexpr operator T() const noexcept { return v; } constexpr T operator()() const noexcept { return v; } };
template <index_t N> using Number = integral_constant<index_t, N>;
template <index_t N> using number = integral_constant<index_t, N>;
template <bool B> using bool_constant = integral_constant<bool, B>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;
template <index_t... I> struct Sequence { using type = Sequence; static constexpr index_t size() { return sizeof...(I); } static constexpr index_t Size() { return sizeof...(I); } template <index_t K> static constexpr auto At(Number<K>) { constexpr index_t all[] = {I...}; return Number<all[K]>{}; } static constexpr index_t at(index_t k) { const index_t all[] = {I..., 0}; return all[k]; } };
template <index_t... I> using sequence = Sequence<I...>;
template <class... T> struct Tuple { constexpr Tuple() {} template <class... U> constexpr Tuple(U &&...) {} static constexpr index_t Size() { return sizeof...(T); } static constexpr index_t size() { return sizeof...(T); } template <index_t I> constexpr __hl_unknown operator[](Number<I>) const; template <index_t I> constexpr __hl_unknown At(Number<I>) const; };
template <class... T> using tuple = Tuple<T...>;
template <class... T> constexpr Tuple<std::remove_cvref_t<T>...> make_tuple(T &&...t) { return Tuple<std::remove_cvref_t<T>...>(t...); }
template <class T, index_t N> struct Array { using type = Array; T data[N]; constexpr T &operator[](index_t i) { return data[i]; } constexpr const T &operator[](index_t i) const { return data[i]; } static constexpr index_t size() { return N; } static constexpr index_t Size() { return N; } };
template <class T, index_t N> using array = Array<T, N>;
using std::is_same_v;
using std::is_same;
using std::remove_cvref_t;
using std::remove_cv_t;
using std::conditional_t;
using std::enable_if_t;
using std::numeric_limits;
using half_t = _Float16;
using fp16_t = _Float16;
using bhalf_t = uint16_t;
using bf16_t = uint16_t;
using fp32_t = float;
using fp64_t = double;
using int8_t = ::int8_t;
using int32_t = ::int32_t;
struct f8_t { uint8_t data; };
struct bf8_t { uint8_t data; };
using fp8_t = f8_t;
struct e8m0_bexp_t { uint8_t data; operator float() const; };
using e8m0_t = e8m0_bexp_t;
struct f4x2_pk_t { uint8_t data; };
struct pk_i4_t { int8_t data; };
struct pk_int4_t { int8_t data; };
struct pk_fp4_t { uint8_t data; };
template <class Y, class X> constexpr Y type_convert(X x);
template <class Y, class X> constexpr Y bit_cast(const X &x) { return __builtin_bit_cast(Y, x); }
template <class X, class Y> constexpr index_t integer_divide_ceil(X x, Y y) { return (x + y - 1) / y; }
template <class X, class Y> constexpr index_t integer_least_multiple(X x, Y y) { return y * integer_divide_ceil(x, y); }
namespace math {
template <class X, class Y> constexpr index_t integer_divide_ceil(X x, Y y) { return (x + y - 1) / y; }
template <class X, class Y> constexpr index_t integer_least_multiple(X x, Y y) { return y * integer_divide_ceil(x, y); }
template <class T> constexpr T max(T a, T b) { return a < b ? b : a; }
template <class T> constexpr T min(T a, T b) { return b < a ? b : a; }
}
template <index_t B, index_t E, index_t S> struct static_for { template <class F> constexpr void operator()(F f) const { f(Number<B>{}); } };
template <class T, index_t N> using ext_vector_t = T __attribute__((ext_vector_type(N)));
struct stream_config { hipStream_t stream_id_ = nullptr; bool time_kernel_ = false; int log_level_ = 0; int cold_niters_ = 3; int nrepeat_ = 10; bool is_gpu_timer_ = true; bool flush_cache_ = false; int rotating_count_ = 1; };
namespace tensor_layout {
namespace gemm {
struct RowMajor { static constexpr const char *name = "RowMajor"; };
struct ColumnMajor { static constexpr const char *name = "ColumnMajor"; };
struct MFMA {};
}
}
namespace element_wise {
struct PassThrough { template <class E, class X> void operator()(E &, const X &) const; };
}
namespace tensor_operation {
namespace element_wise {
struct PassThrough { template <class E, class X> void operator()(E &, const X &) const; };
struct MultiplyMultiply {};
struct MulABScale {};
struct FastGelu {};
}
namespace device {
enum struct GemmSpecialization { Default, MPadding, NPadding, KPadding, MNPadding, MKPadding, NKPadding, MNKPadding };
}
}
enum struct BlockGemmPipelineScheduler { Intrawave, Interwave };
enum struct BlockGemmPipelineVersion { v1, v2, v3, v4, v5 };
enum struct GemmPipelineScheduler { Default, Intrawave, Interwave };
enum struct TailNumber { Odd, Even, One, Two, Three, Four, Five, Six, Seven, Empty, Full };
enum struct address_space_enum { generic, global, lds, sgpr, vgpr };
enum struct memory_operation_enum { set, atomic_add, atomic_max, add };
enum struct amd_buffer_coherence_enum { coherence_default = 0, glc = 1, slc = 2, glc_slc = 3 };
enum struct BlockAttentionKVCacheMemoryLayoutEnum { VECTORIZED_LAYOUT, LINEAR_LAYOUT };
enum struct BlockAttentionKVCacheLookupTableEnum { VLLM_BLOCK_TABLE_2D, SGLANG_PAGE_TABLE_1D };
enum struct GenericAttentionMaskEnum { NO_MASK, MASK_FROM_TOP_LEFT, MASK_FROM_BOTTOM_RIGHT, MASK_GENERIC };
std::string get_device_name();
index_t get_warp_size();
index_t get_lane_id();
index_t get_warp_id();
index_t get_thread_id();
index_t get_block_id();
void block_sync_lds();
void block_sync_lds_direct_load();
template <class K, class... A> float launch_kernel(const stream_config &, K &&, A &&...);
template <int M = 0, int B = 1, class K, class... A> auto make_kernel(K, dim3, dim3, size_t, A...);
void flush_icache();
template <class T> inline constexpr T log2e_v = T(1.44269504088896340736);
}
namespace ck_tile {
using index_t = int32_t;
using long_index_t = int64_t;
template <class T, T v> struct integral_constant { static constexpr T value = v; using value_type = T; using type = integral_constant; constexpr operator T() const noexcept { return v; } constexpr T operator()() const noexcept { return v; } };
template <index_t N> using Number = integral_constant<index_t, N>;
template <index_t N> using number = integral_constant<index_t, N>;
template <bool B> using bool_constant = integral_constant<bool, B>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;
template <index_t... I> struct Sequence { using type = Sequence; static constexpr index_t size() { return sizeof...(I); } static constexpr index_t Size() { return sizeof...(I); } template <index_t K> static constexpr auto At(Number<K>) { constexpr index_t all[] = {I...}; return Number<all[K]>{}; } static constexpr index_t at(index_t k) { const index_t all[] = {I..., 0}; return all[k]; } };
template <index_t... I> using sequence = Sequence<I...>;
template <class... T> struct Tuple { constexpr Tuple() {} template <class... U> constexpr Tuple(U &&...) {} static constexpr index_t Size() { return sizeof...(T); } static constexpr index_t size() { return sizeof...(T); } template <index_t I> constexpr __hl_unknown operator[](Number<I>) const; template <index_t I> constexpr __hl_unknown At(Number<I>) const; };
template <class... T> using tuple = Tuple<T...>;
template <class... T> constexpr Tuple<std::remove_cvref_t<T>...> make_tuple(T &&...t) { return Tuple<std::remove_cvref_t<T>...>(t...); }
template <class T, index_t N> struct Array { using type = Array; T data[N]; constexpr T &operator[](index_t i) { return data[i]; } constexpr const T &operator[](index_t i) const { return data[i]; } static constexpr index_t size() { return N; } static constexpr index_t Size() { return N; } };
template <class T, index_t N> using array = Array<T, N>;
using std::is_same_v;
using std::is_same;
using std::remove_cvref_t;
using std::remove_cv_t;
using std::conditional_t;
using std::enable_if_t;
using std::numeric_limits;
using half_t = _Float16;
using fp16_t = _Float16;
using bhalf_t = uint16_t;
using bf16_t = uint16_t;
using fp32_t = float;
using fp64_t = double;
using int8_t = ::int8_t;
using int32_t = ::int32_t;
struct f8_t { uint8_t data; };
struct bf8_t { uint8_t data; };
using fp8_t = f8_t;
struct e8m0_bexp_t { uint8_t data; operator float() const; };
using e8m0_t = e8m0_bexp_t;
struct f4x2_pk_t { uint8_t data; };
struct pk_i4_t { int8_t data; };
struct pk_int4_t { int8_t data; };
struct pk_fp4_t { uint8_t data; };
template <class Y, class X> constexpr Y type_convert(X x);
template <class Y, class X> constexpr Y bit_cast(const X &x) { return __builtin_bit_cast(Y, x); }
template <class X, class Y> constexpr index_t integer_divide_ceil(X x, Y y) { return (x + y - 1) / y; }
template <class X, class Y> constexpr index_t integer_least_multiple(X x, Y y) { return y * integer_divide_ceil(x, y); }
namespace math {
template <class X, class Y> constexpr index_t integer_divide_ceil(X x, Y y) { return (x + y - 1) / y; }
template <class X, class Y> constexpr index_t integer_least_multiple(X x, Y y) { return y * integer_divide_ceil(x, y); }
template <class T> constexpr T max(T a, T b) { return a < b ? b : a; }
template <class T> constexpr T min(T a, T b) { return b < a ? b : a; }
}
template <index_t B, index_t E, index_t S> struct static_for { template <class F> constexpr void operator()(F f) const { f(Number<B>{}); } };
template <class T, index_t N> using ext_vector_t = T __attribute__((ext_vector_type(N)));
struct stream_config { hipStream_t stream_id_ = nullptr; bool time_kernel_ = false; int log_level_ = 0; int cold_niters_ = 3; int nrepeat_ = 10; bool is_gpu_timer_ = true; bool flush_cache_ = false; int rotating_count_ = 1; };
namespace tensor_layout {
namespace gemm {
struct RowMajor { static constexpr const char *name = "RowMajor"; };
struct ColumnMajor { static constexpr const char *name = "ColumnMajor"; };
struct MFMA {};
}
}
namespace element_wise {
struct PassThrough { template <class E, class X> void operator()(E &, const X &) const; };
}
namespace tensor_operation {
namespace element_wise {
struct PassThrough { template <class E, class X> void operator()(E &, const X &) const; };
struct MultiplyMultiply {};
struct MulABScale {};
struct FastGelu {};
}
namespace device {
enum struct GemmSpecialization { Default, MPadding, NPadding, KPadding, MNPadding, MKPadding, NKPadding, MNKPadding };
}
}
enum struct BlockGemmPipelineScheduler { Intrawave, Interwave };
enum struct BlockGemmPipelineVersion { v1, v2, v3, v4, v5 };
enum struct GemmPipelineScheduler { Default, Intrawave, Interwave };
enum struct TailNumber { Odd, Even, One, Two, Three, Four, Five, Six, Seven, Empty, Full };
enum struct address_space_enum { generic, global, lds, sgpr, vgpr };
enum struct memory_operation_enum { set, atomic_add, atomic_max, add };
enum struct amd_buffer_coherence_enum { coherence_default = 0, glc = 1, slc = 2, glc_slc = 3 };
enum struct BlockAttentionKVCacheMemoryLayoutEnum { VECTORIZED_LAYOUT, LINEAR_LAYOUT };
enum struct BlockAttentionKVCacheLookupTableEnum { VLLM_BLOCK_TABLE_2D, SGLANG_PAGE_TABLE_1D };
enum struct GenericAttentionMaskEnum { NO_MASK, MASK_FROM_TOP_LEFT, MASK_FROM_BOTTOM_RIGHT, MASK_GENERIC };
std::string get_device_name();
index_t get_warp_size();
index_t get_lane_id();
index_t get_warp_id();
index_t get_thread_id();
index_t get_block_id();
void block_sync_lds();
void block_sync_lds_direct_load();
template <class K, class... A> float launch_kernel(const stream_config &, K &&, A &&...);
template <int M = 0, int B = 1, class K, class... A> auto make_kernel(K, dim3, dim3, size_t, A...);
void flush_icache();
template <class T> inline constexpr T log2e_v = T(1.44269504088896340736);
}

enum class mask_enum { no_mask = 0, mask_top_left, mask_bottom_right, window_generic };
enum class bias_enum { no_bias = 0, elementwise_bias = 1, alibi = 2 };
enum class rope_enum { none = 0, interleaved = 1, half_rotated = 2 };
enum class quant_scale_enum { no_scale = 0, pertensor = 1, blockscale = 2, kv_blockscale = 3 };
struct mask_info { mask_enum type; ck_tile::index_t y, x, left, right, sink; static mask_info decode(std::string, ck_tile::index_t, ck_tile::index_t); void serialize(std::ostream &) const; };
struct __hl_fmha_args {
  const void *q_ptr = nullptr;
  const void *k_ptr = nullptr;
  const void *v_ptr = nullptr;
  void *o_ptr = nullptr;
  const void *bias_ptr = nullptr;
  void *lse_ptr = nullptr;
  void *lse_acc_ptr = nullptr;
  void *o_acc_ptr = nullptr;
  void *rand_val_ptr = nullptr;
  const void *do_ptr = nullptr;
  void *dq_ptr = nullptr;
  void *dk_ptr = nullptr;
  void *dv_ptr = nullptr;
  void *d_ptr = nullptr;
  void *dbias_ptr = nullptr;
  void *dq_acc_ptr = nullptr;
  void *seqstart_q_ptr = nullptr;
  void *seqstart_k_ptr = nullptr;
  void *seqlen_q_ptr = nullptr;
  void *seqlen_k_ptr = nullptr;
  void *cu_seqlen_q_ptr = nullptr;
  void *cu_seqlen_k_ptr = nullptr;
  void *sink_ptr = nullptr;
  void *d_sink_ptr = nullptr;
  void *q_descale_ptr = nullptr;
  void *k_descale_ptr = nullptr;
  void *v_descale_ptr = nullptr;
  void *block_table_ptr = nullptr;
  void *rotary_cos_ptr = nullptr;
  void *rotary_sin_ptr = nullptr;
  const void *knew_ptr = nullptr;
  const void *vnew_ptr = nullptr;
  void *kv_indptr_ptr = nullptr;
  void *kv_page_indices_ptr = nullptr;
  void *kv_last_page_lens_ptr = nullptr;
  void *block_scale_seqstart_q_ptr = nullptr;
  void *block_scale_seqstart_k_ptr = nullptr;
  ck_tile::index_t stride_q = 0, stride_k = 0, stride_v = 0, stride_o = 0, stride_bias = 0, stride_lse = 0, stride_lse_acc = 0, stride_o_acc = 0, stride_randval = 0, stride_do = 0, stride_dq = 0, stride_dk = 0, stride_dv = 0, stride_lsed = 0, stride_dbias = 0, stride_dq_acc = 0, stride_knew = 0, stride_vnew = 0, stride_block_table = 0, stride_q_descale = 0, stride_k_descale = 0, stride_v_descale = 0;
  ck_tile::index_t nhead_stride_q = 0, nhead_stride_k = 0, nhead_stride_v = 0, nhead_stride_o = 0, nhead_stride_bias = 0, nhead_stride_lse = 0, nhead_stride_lse_acc = 0, nhead_stride_o_acc = 0, nhead_stride_randval = 0, nhead_stride_do = 0, nhead_stride_dq = 0, nhead_stride_dk = 0, nhead_stride_dv = 0, nhead_stride_lsed = 0, nhead_stride_dbias = 0, nhead_stride_dq_acc = 0, nhead_stride_knew = 0, nhead_stride_vnew = 0, nhead_stride_block_table = 0, nhead_stride_q_descale = 0, nhead_stride_k_descale = 0, nhead_stride_v_descale = 0;
  ck_tile::index_t batch_stride_q = 0, batch_stride_k = 0, batch_stride_v = 0, batch_stride_o = 0, batch_stride_bias = 0, batch_stride_lse = 0, batch_stride_lse_acc = 0, batch_stride_o_acc = 0, batch_stride_randval = 0, batch_stride_do = 0, batch_stride_dq = 0, batch_stride_dk = 0, batch_stride_dv = 0, batch_stride_lsed = 0, batch_stride_dbias = 0, batch_stride_dq_acc = 0, batch_stride_knew = 0, batch_stride_vnew = 0, batch_stride_block_table = 0, batch_stride_q_descale = 0, batch_stride_k_descale = 0, batch_stride_v_descale = 0;
  ck_tile::index_t split_stride_q = 0, split_stride_k = 0, split_stride_v = 0, split_stride_o = 0, split_stride_bias = 0, split_stride_lse = 0, split_stride_lse_acc = 0, split_stride_o_acc = 0, split_stride_randval = 0, split_stride_do = 0, split_stride_dq = 0, split_stride_dk = 0, split_stride_dv = 0, split_stride_lsed = 0, split_stride_dbias = 0, split_stride_dq_acc = 0, split_stride_knew = 0, split_stride_vnew = 0, split_stride_block_table = 0, split_stride_q_descale = 0, split_stride_k_descale = 0, split_stride_v_descale = 0;
  ck_tile::index_t seqlen_q = 0, seqlen_k = 0, seqlen_knew = 0, batch = 0, max_seqlen_q = 0, max_seqlen_k = 0, min_seqlen_q = 0, hdim_q = 0, hdim_v = 0, nhead_q = 0, nhead_k = 0, num_splits = 0, page_block_size = 0, num_total_pages = 0, window_size_left = 0, window_size_right = 0, mask_type = 0, sink_size = 0, rotary_dim = 0, block_scale_size_q = 0, block_scale_size_kv = 0, nblock_stride_kv_block_descale = 0, nhead_stride_kv_block_descale = 0;
  float scale_s = 1, scale_p = 1, scale_o = 1, scale = 1, logits_soft_cap = 0, p_drop = 0, p_undrop = 1;
  bool has_mask = false, s_randval = false, is_gappy = false;
  const void *cache_batch_idx = nullptr;
  std::pair<const void *, const void *> drop_seed_offset;
  std::variant<std::pair<uint64_t, uint64_t>, std::pair<const void *, const void *>> seed_offset;
  __hl_fmha_args();
  template <class A, class B, class... R> __hl_fmha_args(const A &, const B &, const R &...);
};
struct __hl_fmha_traits {
  ck_tile::index_t hdim_q = 0, hdim_v = 0;
  std::string data_type;
  bool is_group_mode = false, is_v_rowmajor = true, has_logits_soft_cap = false, has_lse = false, has_dropout = false, do_fp8_static_quant = false, is_store_randval = false, is_deterministic = false, has_dbias = false, has_sink = false, use_pagedkv = false, skip_min_seqlen_q = false;
  mask_enum mask_type;
  bias_enum bias_type;
  rope_enum rope_type;
  quant_scale_enum qscale_type;
  ck_tile::index_t max_seqlen_q = 0, min_seqlen_q = 0, page_size = 1;
  __hl_fmha_traits();
  template <class A, class B, class... R> __hl_fmha_traits(const A &, const B &, const R &...);
};
struct fmha_fwd_args : __hl_fmha_args { using __hl_fmha_args::__hl_fmha_args; };
struct fmha_fwd_traits : __hl_fmha_traits { using __hl_fmha_traits::__hl_fmha_traits; };
float fmha_fwd(fmha_fwd_traits, fmha_fwd_args, const ck_tile::stream_config &);
struct fmha_fwd_splitkv_args : __hl_fmha_args { using __hl_fmha_args::__hl_fmha_args; };
struct fmha_fwd_splitkv_traits : __hl_fmha_traits { using __hl_fmha_traits::__hl_fmha_traits; };
float fmha_fwd_splitkv(fmha_fwd_splitkv_traits, fmha_fwd_splitkv_args, const ck_tile::stream_config &);
struct fmha_fwd_appendkv_args : __hl_fmha_args { using __hl_fmha_args::__hl_fmha_args; };
struct fmha_fwd_appendkv_traits : __hl_fmha_traits { using __hl_fmha_traits::__hl_fmha_traits; };
float fmha_fwd_appendkv(fmha_fwd_appendkv_traits, fmha_fwd_appendkv_args, const ck_tile::stream_config &);
struct fmha_bwd_args : __hl_fmha_args { using __hl_fmha_args::__hl_fmha_args; };
struct fmha_bwd_traits : __hl_fmha_traits { using __hl_fmha_traits::__hl_fmha_traits; };
float fmha_bwd(fmha_bwd_traits, fmha_bwd_args, const ck_tile::stream_config &);
struct fmha_fwd_pagedkv_args : __hl_fmha_args { using __hl_fmha_args::__hl_fmha_args; };
struct fmha_fwd_pagedkv_traits : __hl_fmha_traits { using __hl_fmha_traits::__hl_fmha_traits; };
float fmha_fwd_pagedkv(fmha_fwd_pagedkv_traits, fmha_fwd_pagedkv_args, const ck_tile::stream_config &);
struct fmha_batch_prefill_args : __hl_fmha_args { using __hl_fmha_args::__hl_fmha_args; };
struct fmha_batch_prefill_traits : __hl_fmha_traits { using __hl_fmha_traits::__hl_fmha_traits; };
float fmha_batch_prefill(fmha_batch_prefill_traits, fmha_batch_prefill_args, const ck_tile::stream_config &);
struct fmha_bwd_launcher { size_t workspace_size; fmha_bwd_launcher(const fmha_bwd_traits &); template <class... A> void prepare_workspace_async(A &&...); float run(const fmha_bwd_args &, const ck_tile::stream_config &); };
struct FmhaFwdFp16 {};
struct FmhaFwdBf16 {};
struct FmhaFwdFp8 {};
struct FmhaFwdBf8 {};
struct FmhaFwdFp32 {};
