// PyTorch's C++ side: tensors with the true types of what they answer, options, scalars, checks, streams.
namespace c10 {
enum class ScalarType : int8_t { Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, QInt8, QUInt8, QInt32, BFloat16, QUInt4x2, QUInt2x4, Bits1x8, Bits2x4, Bits4x2, Bits8, Bits16, Float8_e5m2, Float8_e4m3fn, Float8_e5m2fnuz, Float8_e4m3fnuz, UInt16, UInt32, UInt64, Float8_e8m0fnu, Float4_e2m1fn_x2, Undefined, NumOptions };
struct alignas(2) Half { unsigned short x; Half() = default; Half(float); Half(const __half &); operator float() const; operator __half() const; static constexpr Half from_bits_t(); };
struct alignas(2) BFloat16 { unsigned short x; BFloat16() = default; BFloat16(float); BFloat16(const __hip_bfloat16 &); operator float() const; operator __hip_bfloat16() const; };
struct Float8_e4m3fn { uint8_t x; Float8_e4m3fn() = default; explicit Float8_e4m3fn(float); operator float() const; };
struct Float8_e4m3fnuz { uint8_t x; Float8_e4m3fnuz() = default; explicit Float8_e4m3fnuz(float); operator float() const; };
struct Float8_e5m2 { uint8_t x; Float8_e5m2() = default; explicit Float8_e5m2(float); operator float() const; };
struct Float8_e5m2fnuz { uint8_t x; Float8_e5m2fnuz() = default; explicit Float8_e5m2fnuz(float); operator float() const; };
template <class T> struct complex { T re, im; };
template <class T> struct ArrayRef {
  using value_type = T;
  using iterator = const T *;
  const T *Data;
  size_t Length;
  constexpr ArrayRef();
  constexpr ArrayRef(const T &);
  constexpr ArrayRef(const T *, size_t);
  ArrayRef(const std::vector<T> &);
  template <size_t N> constexpr ArrayRef(const std::array<T, N> &);
  template <size_t N> constexpr ArrayRef(const T (&)[N]);
  constexpr ArrayRef(const std::initializer_list<T> &);
  constexpr const T &operator[](size_t i) const;
  constexpr const T &at(size_t i) const;
  constexpr size_t size() const;
  constexpr bool empty() const;
  constexpr const T *data() const;
  constexpr const T *begin() const;
  constexpr const T *end() const;
  constexpr const T &front() const;
  constexpr const T &back() const;
  constexpr ArrayRef slice(size_t, size_t) const;
  constexpr ArrayRef slice(size_t) const;
  std::vector<T> vec() const;
  bool equals(ArrayRef) const;
};
template <class T> bool operator==(ArrayRef<T>, ArrayRef<T>);
template <class T> bool operator!=(ArrayRef<T>, ArrayRef<T>);
template <class T> bool operator==(const std::vector<T> &, ArrayRef<T>);
template <class T> bool operator==(ArrayRef<T>, const std::vector<T> &);
using IntArrayRef = ArrayRef<int64_t>;
template <class T> using OptionalArrayRef = std::optional<ArrayRef<T>>;
template <class T> using optional = std::optional<T>;
using std::nullopt;
using std::make_optional;
template <class T, unsigned N> struct SmallVector : std::vector<T> { using std::vector<T>::vector; };
using string_view = std::string_view;
using DeviceIndex = int8_t;
enum class DeviceType : int8_t { CPU, CUDA, HIP, Meta, PrivateUse1 };
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
constexpr DeviceType kHIP = DeviceType::HIP;
constexpr DeviceType kMeta = DeviceType::Meta;
struct Device {
  Device(DeviceType, DeviceIndex = -1);
  Device(const std::string &);
  DeviceIndex index() const noexcept;
  DeviceType type() const noexcept;
  bool is_cuda() const noexcept;
  bool is_cpu() const noexcept;
  bool has_index() const noexcept;
  bool operator==(const Device &) const noexcept;
  bool operator!=(const Device &) const noexcept;
  std::string str() const;
};
enum class Layout : int8_t { Strided, Sparse };
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
struct Scalar {
  Scalar();
  Scalar(double);
  Scalar(float);
  Scalar(int);
  Scalar(long);
  Scalar(long long);
  Scalar(bool);
  template <class T> T to() const;
  double toDouble() const;
  float toFloat() const;
  int64_t toLong() const;
  int toInt() const;
  bool toBool() const;
  bool isFloatingPoint() const;
};
struct SymInt { SymInt(int64_t); int64_t expect_int() const; operator int64_t() const; };
struct TypeMeta { size_t itemsize() const noexcept; bool operator==(const TypeMeta &) const; bool operator!=(const TypeMeta &) const; bool operator==(ScalarType) const; bool operator!=(ScalarType) const; std::string name() const; ScalarType toScalarType() const; operator ScalarType() const; };
struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType);
  TensorOptions(Device);
  TensorOptions(DeviceType);
  TensorOptions(TypeMeta);
  TensorOptions dtype(ScalarType) const noexcept;
  TensorOptions dtype(TypeMeta) const noexcept;
  template <class T> TensorOptions dtype() const;
  TypeMeta dtype() const;
  TensorOptions device(Device) const noexcept;
  TensorOptions device(DeviceType, DeviceIndex = -1) const noexcept;
  Device device() const noexcept;
  TensorOptions layout(Layout) const noexcept;
  TensorOptions requires_grad(bool = true) const noexcept;
  TensorOptions pinned_memory(bool = true) const noexcept;
  TensorOptions memory_format(MemoryFormat) const noexcept;
};
const char *toString(ScalarType);
size_t elementSize(ScalarType);
TypeMeta scalarTypeToTypeMeta(ScalarType);
ScalarType typeMetaToScalarType(TypeMeta);
bool isFloatingType(ScalarType);
bool isIntegralType(ScalarType, bool include_bool);
bool isFloat8Type(ScalarType);
template <class T> struct CppTypeToScalarType { static constexpr ScalarType value = ScalarType::Undefined; };
std::ostream &operator<<(std::ostream &, ScalarType);
struct Stream { int64_t id() const; DeviceIndex device_index() const; };
struct StreamGuard { explicit StreamGuard(Stream); };
struct DeviceGuard { explicit DeviceGuard(Device); };
struct OptionalDeviceGuard { explicit OptionalDeviceGuard(std::optional<Device>); };
struct Error : std::exception { Error(const std::string &); };
struct Storage { size_t nbytes() const; void *mutable_data() const; const void *data() const; };
struct DataPtr { void *get() const; };
template <class T> struct intrusive_ptr { T *operator->() const; T &operator*() const; T *get() const; };
struct Dispatcher {};
namespace impl {
struct GenericList {};
}
namespace hip {
struct HIPStream { HIPStream(Stream); operator hipStream_t() const; operator Stream() const; hipStream_t stream() const; DeviceIndex device_index() const; void synchronize() const; int64_t id() const; };
HIPStream getCurrentHIPStream(DeviceIndex = -1);
HIPStream getDefaultHIPStream(DeviceIndex = -1);
HIPStream getStreamFromPool(bool = false, DeviceIndex = -1);
struct HIPGuard { explicit HIPGuard(DeviceIndex); explicit HIPGuard(Device); };
struct OptionalHIPGuard { OptionalHIPGuard(); explicit OptionalHIPGuard(std::optional<Device>); explicit OptionalHIPGuard(DeviceIndex); void set_index(DeviceIndex); };
struct OptionalHIPGuardMasqueradingAsCUDA { OptionalHIPGuardMasqueradingAsCUDA(); explicit OptionalHIPGuardMasqueradingAsCUDA(std::optional<Device>); explicit OptionalHIPGuardMasqueradingAsCUDA(Device); };
struct HIPGuardMasqueradingAsCUDA { explicit HIPGuardMasqueradingAsCUDA(DeviceIndex); explicit HIPGuardMasqueradingAsCUDA(Device); };
struct HIPStreamGuard { explicit HIPStreamGuard(Stream); };
HIPStream getCurrentHIPStreamMasqueradingAsCUDA(DeviceIndex = -1);
DeviceIndex current_device();
DeviceIndex device_count();
void device_synchronize();
}
namespace cuda {
struct CUDAStream { CUDAStream(Stream); operator cudaStream_t() const; operator Stream() const; cudaStream_t stream() const; DeviceIndex device_index() const; void synchronize() const; int64_t id() const; };
CUDAStream getCurrentCUDAStream(DeviceIndex = -1);
CUDAStream getDefaultCUDAStream(DeviceIndex = -1);
CUDAStream getStreamFromPool(bool = false, DeviceIndex = -1);
struct CUDAGuard { explicit CUDAGuard(DeviceIndex); explicit CUDAGuard(Device); void set_index(DeviceIndex); };
struct OptionalCUDAGuard { OptionalCUDAGuard(); explicit OptionalCUDAGuard(std::optional<Device>); explicit OptionalCUDAGuard(DeviceIndex); void set_index(DeviceIndex); };
struct CUDAStreamGuard { explicit CUDAStreamGuard(Stream); };
DeviceIndex current_device();
DeviceIndex device_count();
void device_synchronize();
}
}
namespace at {
using c10::ArrayRef;
using c10::IntArrayRef;
using c10::ScalarType;
using c10::Half;
using c10::BFloat16;
using c10::Float8_e4m3fn;
using c10::Float8_e4m3fnuz;
using c10::Float8_e5m2;
using c10::Float8_e5m2fnuz;
using c10::Scalar;
using c10::Device;
using c10::DeviceType;
using c10::DeviceIndex;
using c10::DeviceGuard;
using c10::OptionalDeviceGuard;
using c10::TensorOptions;
using c10::Layout;
using c10::MemoryFormat;
using c10::Storage;
using c10::SymInt;
using c10::toString;
using c10::elementSize;
using c10::isFloatingType;
using c10::isIntegralType;
using c10::kCPU;
using c10::kCUDA;
using c10::kHIP;
using c10::kMeta;
using c10::OptionalArrayRef;
using OptionalIntArrayRef = c10::OptionalArrayRef<int64_t>;
template <class T> using optional = std::optional<T>;
using std::nullopt;
constexpr ScalarType kByte = ScalarType::Byte;
constexpr ScalarType kChar = ScalarType::Char;
constexpr ScalarType kShort = ScalarType::Short;
constexpr ScalarType kInt = ScalarType::Int;
constexpr ScalarType kLong = ScalarType::Long;
constexpr ScalarType kHalf = ScalarType::Half;
constexpr ScalarType kFloat = ScalarType::Float;
constexpr ScalarType kDouble = ScalarType::Double;
constexpr ScalarType kBool = ScalarType::Bool;
constexpr ScalarType kBFloat16 = ScalarType::BFloat16;
constexpr ScalarType kUInt8 = ScalarType::Byte;
constexpr ScalarType kInt8 = ScalarType::Char;
constexpr ScalarType kInt16 = ScalarType::Short;
constexpr ScalarType kInt32 = ScalarType::Int;
constexpr ScalarType kInt64 = ScalarType::Long;
constexpr ScalarType kUInt16 = ScalarType::UInt16;
constexpr ScalarType kUInt32 = ScalarType::UInt32;
constexpr ScalarType kUInt64 = ScalarType::UInt64;
constexpr ScalarType kFloat16 = ScalarType::Half;
constexpr ScalarType kFloat32 = ScalarType::Float;
constexpr ScalarType kFloat64 = ScalarType::Double;
constexpr ScalarType kFloat8_e4m3fn = ScalarType::Float8_e4m3fn;
constexpr ScalarType kFloat8_e4m3fnuz = ScalarType::Float8_e4m3fnuz;
constexpr ScalarType kFloat8_e5m2 = ScalarType::Float8_e5m2;
constexpr ScalarType kFloat8_e5m2fnuz = ScalarType::Float8_e5m2fnuz;
constexpr ScalarType kFloat8_e8m0fnu = ScalarType::Float8_e8m0fnu;
constexpr ScalarType kFloat4_e2m1fn_x2 = ScalarType::Float4_e2m1fn_x2;
constexpr ScalarType Float = ScalarType::Float;
namespace indexing {
struct EllipsisIndexType {};
extern const EllipsisIndexType Ellipsis;
extern const std::nullopt_t None;
struct Slice { Slice(); Slice(int64_t); Slice(int64_t, int64_t, int64_t = 1); Slice(std::nullopt_t, int64_t); Slice(std::nullopt_t, std::nullopt_t); Slice(int64_t, std::nullopt_t); };
struct TensorIndex { TensorIndex(int64_t); TensorIndex(Slice); TensorIndex(EllipsisIndexType); TensorIndex(const char *); TensorIndex(std::nullopt_t); };
}
struct GeneratorImpl { std::mutex mutex_; };
struct Generator { template <class T> T *get() const; bool defined() const; std::mutex &mutex(); uint64_t seed(); void set_current_seed(uint64_t); Device device() const; };
struct TensorBase;
template <class T> struct DefaultPtrTraits { using PtrType = T *; };
template <class T> struct RestrictPtrTraits { using PtrType = T *__restrict__; };
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t> struct TensorAccessor {
  TensorAccessor<T, N - 1, P, I> operator[](I i) const;
  I size(I i) const;
  I stride(I i) const;
  T *data() const;
};
template <class T, template <class> class P, class I> struct TensorAccessor<T, 1, P, I> { T &operator[](I i) const; I size(I i) const; I stride(I i) const; T *data() const; };
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t> struct PackedTensorAccessor {
  TensorAccessor<T, N - 1, P, I> operator[](I i) const;
  I size(I i) const;
  I stride(I i) const;
  T *data() const;
};
template <class T, template <class> class P, class I> struct PackedTensorAccessor<T, 1, P, I> { T &operator[](I i) const; I size(I i) const; I stride(I i) const; T *data() const; };
template <class T, size_t N, template <class> class P = DefaultPtrTraits> using PackedTensorAccessor32 = PackedTensorAccessor<T, N, P, int32_t>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits> using PackedTensorAccessor64 = PackedTensorAccessor<T, N, P, int64_t>;
struct Tensor {
  Tensor();
  Tensor(const Tensor &);
  Tensor &operator=(const Tensor &);
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t size(int64_t d) const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  int64_t stride(int64_t d) const;
  int64_t numel() const;
  size_t nbytes() const;
  size_t itemsize() const;
  int64_t element_size() const;
  int64_t storage_offset() const;
  int64_t use_count() const;
  ScalarType scalar_type() const;
  c10::TypeMeta dtype() const;
  TensorOptions options() const;
  Device device() const;
  int64_t get_device() const;
  Layout layout() const;
  const Storage &storage() const;
  bool defined() const;
  bool has_storage() const;
  bool is_cuda() const;
  bool is_hip() const;
  bool is_cpu() const;
  bool is_sparse() const;
  bool is_floating_point() const;
  bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
  bool is_non_overlapping_and_dense() const;
  bool is_same(const Tensor &) const;
  bool is_same_size(const Tensor &) const;
  bool is_alias_of(const Tensor &) const;
  bool requires_grad() const;
  void *data_ptr() const;
  template <class T> T *data_ptr() const;
  const void *const_data_ptr() const;
  template <class T> const T *const_data_ptr() const;
  void *mutable_data_ptr() const;
  template <class T> T *mutable_data_ptr() const;
  template <class T> T *data() const;
  template <class T> T item() const;
  Scalar item() const;
  template <class T, size_t N> TensorAccessor<T, N> accessor() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor32<T, N, P> packed_accessor32() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor64<T, N, P> packed_accessor64() const;
  Tensor contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
  Tensor clone(std::optional<MemoryFormat> = std::nullopt) const;
  Tensor detach() const;
  Tensor cpu() const;
  Tensor cuda() const;
  Tensor to(ScalarType, bool non_blocking = false, bool copy = false) const;
  Tensor to(Device, bool non_blocking = false) const;
  Tensor to(DeviceType) const;
  Tensor to(Device, ScalarType, bool non_blocking = false) const;
  Tensor to(TensorOptions) const;
  Tensor toType(ScalarType) const;
  Tensor view(IntArrayRef) const;
  Tensor view(ScalarType) const;
  Tensor view_as(const Tensor &) const;
  Tensor reshape(IntArrayRef) const;
  Tensor expand(IntArrayRef, bool implicit = false) const;
  Tensor expand_as(const Tensor &) const;
  Tensor repeat(IntArrayRef) const;
  Tensor repeat_interleave(int64_t, std::optional<int64_t> = std::nullopt) const;
  Tensor permute(IntArrayRef) const;
  Tensor transpose(int64_t, int64_t) const;
  Tensor t() const;
  Tensor flatten(int64_t from = 0, int64_t to = -1) const;
  Tensor unflatten(int64_t, IntArrayRef) const;
  Tensor squeeze() const;
  Tensor squeeze(int64_t) const;
  Tensor unsqueeze(int64_t) const;
  Tensor narrow(int64_t, int64_t, int64_t) const;
  Tensor select(int64_t, int64_t) const;
  Tensor slice(int64_t dim = 0, std::optional<int64_t> = std::nullopt, std::optional<int64_t> = std::nullopt, int64_t step = 1) const;
  Tensor index(std::initializer_list<indexing::TensorIndex>) const;
  Tensor index_select(int64_t, const Tensor &) const;
  Tensor &index_put_(std::initializer_list<indexing::TensorIndex>, const Tensor &);
  Tensor &index_put_(std::initializer_list<indexing::TensorIndex>, const Scalar &);
  Tensor as_strided(IntArrayRef, IntArrayRef, std::optional<int64_t> = std::nullopt) const;
  std::vector<Tensor> split(int64_t, int64_t dim = 0) const;
  std::vector<Tensor> chunk(int64_t, int64_t dim = 0) const;
  std::vector<Tensor> unbind(int64_t dim = 0) const;
  Tensor operator[](int64_t) const;
  Tensor operator[](const Tensor &) const;
  Tensor &copy_(const Tensor &, bool non_blocking = false) const;
  Tensor &fill_(const Scalar &) const;
  Tensor &zero_() const;
  Tensor &add_(const Tensor &) const;
  Tensor &add_(const Scalar &) const;
  Tensor &mul_(const Scalar &) const;
  Tensor &resize_(IntArrayRef) const;
  Tensor &set_data(const Tensor &);
  Tensor &requires_grad_(bool = true) const;
  Tensor &uniform_(double = 0, double = 1) const;
  Tensor &normal_(double = 0, double = 1) const;
  Tensor new_empty(IntArrayRef, TensorOptions = {}) const;
  Tensor new_zeros(IntArrayRef, TensorOptions = {}) const;
  Tensor new_ones(IntArrayRef, TensorOptions = {}) const;
  Tensor new_full(IntArrayRef, const Scalar &, TensorOptions = {}) const;
  Tensor sum() const;
  Tensor sum(IntArrayRef, bool keepdim = false) const;
  Tensor sum(IntArrayRef, bool keepdim, ScalarType) const;
  Tensor mean() const;
  Tensor max() const;
  std::tuple<Tensor, Tensor> max(int64_t, bool = false) const;
  Tensor min() const;
  Tensor abs() const;
  Tensor sqrt() const;
  Tensor exp() const;
  Tensor log() const;
  Tensor neg() const;
  Tensor add(const Tensor &) const;
  Tensor sub(const Tensor &) const;
  Tensor mul(const Tensor &) const;
  Tensor mul(const Scalar &) const;
  Tensor div(const Tensor &) const;
  Tensor div(const Scalar &) const;
  Tensor matmul(const Tensor &) const;
  Tensor mm(const Tensor &) const;
  Tensor bmm(const Tensor &) const;
  Tensor eq(const Tensor &) const;
  Tensor eq(const Scalar &) const;
  Tensor ne(const Scalar &) const;
  Tensor lt(const Scalar &) const;
  Tensor gt(const Scalar &) const;
  Tensor any() const;
  Tensor all() const;
  Tensor argmax(std::optional<int64_t> = std::nullopt) const;
  Tensor argsort(int64_t = -1, bool = false) const;
  std::tuple<Tensor, Tensor> sort(int64_t = -1, bool = false) const;
  Tensor cumsum(int64_t) const;
  Tensor masked_fill(const Tensor &, const Scalar &) const;
  Tensor softmax(int64_t) const;
  Tensor clamp(const Scalar &, const Scalar &) const;
  Tensor norm() const;
  Tensor nonzero() const;
  Tensor flip(IntArrayRef) const;
  Tensor operator-() const;
  Tensor operator+(const Tensor &) const;
  Tensor operator-(const Tensor &) const;
  Tensor operator*(const Tensor &) const;
  Tensor operator/(const Tensor &) const;
  Tensor operator+(const Scalar &) const;
  Tensor operator-(const Scalar &) const;
  Tensor operator*(const Scalar &) const;
  Tensor operator/(const Scalar &) const;
  Tensor &operator+=(const Tensor &);
  Tensor &operator-=(const Tensor &);
  Tensor &operator*=(const Tensor &);
  std::string toString() const;
  void print() const;
  void record_stream(c10::Stream) const;
  void reset();
  c10::intrusive_ptr<int> getIntrusivePtr() const;
};
Tensor operator==(const Tensor &, const Scalar &);
Tensor operator!=(const Tensor &, const Scalar &);
Tensor operator<(const Tensor &, const Scalar &);
Tensor operator>(const Tensor &, const Scalar &);
std::ostream &operator<<(std::ostream &, const Tensor &);
std::ostream &operator<<(std::ostream &, IntArrayRef);
using TensorList = ArrayRef<Tensor>;
TensorOptions dtype(ScalarType);
TensorOptions dtype(c10::TypeMeta);
template <class T> TensorOptions dtype();
TensorOptions device(Device);
TensorOptions device(DeviceType);
TensorOptions requires_grad(bool = true);
Tensor empty(IntArrayRef, TensorOptions = {});
Tensor empty(IntArrayRef, TensorOptions, std::optional<MemoryFormat>);
Tensor empty_strided(IntArrayRef, IntArrayRef, TensorOptions = {});
Tensor empty_like(const Tensor &, TensorOptions = {});
Tensor zeros(IntArrayRef, TensorOptions = {});
Tensor zeros_like(const Tensor &, TensorOptions = {});
Tensor ones(IntArrayRef, TensorOptions = {});
Tensor ones_like(const Tensor &, TensorOptions = {});
Tensor full(IntArrayRef, const Scalar &, TensorOptions = {});
Tensor full_like(const Tensor &, const Scalar &, TensorOptions = {});
Tensor rand(IntArrayRef, TensorOptions = {});
Tensor rand_like(const Tensor &);
Tensor randn(IntArrayRef, TensorOptions = {});
Tensor randn_like(const Tensor &);
Tensor randint(int64_t, int64_t, IntArrayRef, TensorOptions = {});
Tensor randint(int64_t, IntArrayRef, TensorOptions = {});
Tensor arange(const Scalar &, TensorOptions = {});
Tensor arange(const Scalar &, const Scalar &, TensorOptions = {});
Tensor arange(const Scalar &, const Scalar &, const Scalar &, TensorOptions = {});
Tensor tensor(ArrayRef<double>, TensorOptions = {});
template <class T> Tensor tensor(const T &, TensorOptions = {});
template <class T> Tensor tensor(const std::vector<T> &, TensorOptions = {});
template <class T> Tensor scalar_tensor(const T &, TensorOptions = {});
Tensor from_blob(void *, IntArrayRef, TensorOptions = {});
Tensor from_blob(void *, IntArrayRef, IntArrayRef, TensorOptions = {});
template <class D> Tensor from_blob(void *, IntArrayRef, const D &, TensorOptions = {});
Tensor cat(ArrayRef<Tensor>, int64_t dim = 0);
Tensor stack(ArrayRef<Tensor>, int64_t dim = 0);
Tensor reshape(const Tensor &, IntArrayRef);
Tensor transpose(const Tensor &, int64_t, int64_t);
Tensor permute(const Tensor &, IntArrayRef);
Tensor pad(const Tensor &, IntArrayRef);
Tensor constant_pad_nd(const Tensor &, IntArrayRef, const Scalar & = 0);
Tensor sum(const Tensor &, IntArrayRef, bool keepdim = false);
Tensor &sum_out(Tensor &, const Tensor &, IntArrayRef, bool keepdim = false);
Tensor softmax(const Tensor &, int64_t);
Tensor matmul(const Tensor &, const Tensor &);
Tensor mm(const Tensor &, const Tensor &);
Tensor &mm_out(Tensor &, const Tensor &, const Tensor &);
Tensor bmm(const Tensor &, const Tensor &);
Tensor linear(const Tensor &, const Tensor &, const std::optional<Tensor> & = {});
Tensor addmm(const Tensor &, const Tensor &, const Tensor &);
Tensor where(const Tensor &, const Tensor &, const Tensor &);
Tensor cumsum(const Tensor &, int64_t);
Tensor max(const Tensor &);
Tensor min(const Tensor &);
Tensor abs(const Tensor &);
Tensor exp(const Tensor &);
Tensor tanh(const Tensor &);
Tensor sigmoid(const Tensor &);
Tensor relu(const Tensor &);
bool allclose(const Tensor &, const Tensor &, double = 1e-5, double = 1e-8);
bool equal(const Tensor &, const Tensor &);
Tensor squeeze(const Tensor &, int64_t);
Tensor unsqueeze(const Tensor &, int64_t);
Tensor slice(const Tensor &, int64_t, std::optional<int64_t> = {}, std::optional<int64_t> = {}, int64_t = 1);
Tensor scatter(const Tensor &, int64_t, const Tensor &, const Tensor &);
void manual_seed(uint64_t);
template <class T> T *check_generator(std::optional<Generator>);
template <class T> T *get_generator_or_default(const std::optional<Generator> &, const Generator &);
bool isSignedType(ScalarType);
struct PhiloxCudaState { PhiloxCudaState(); PhiloxCudaState(uint64_t, uint64_t); PhiloxCudaState(int64_t *, int64_t *, uint32_t); union Payload { uint64_t val; int64_t *ptr; }; Payload seed_; Payload offset_; uint64_t offset_intragraph_; bool captured_; };
struct CUDAGeneratorImpl : GeneratorImpl { PhiloxCudaState philox_cuda_state(uint64_t); uint64_t current_seed() const; uint64_t get_offset() const; };
struct AutoDispatchBelowAutograd { AutoDispatchBelowAutograd(); };
struct NoGradGuard { NoGradGuard(); };
template <class T, bool device = true> struct AccumulateType { using type = float; };
template <class T, bool device = true> using acc_type = typename AccumulateType<T, device>::type;
template <> struct AccumulateType<double, true> { using type = double; };
template <class T> struct OpMathType { using type = float; };
template <class T> using opmath_type = typename OpMathType<T>::type;
namespace detail {
template <class T> struct type_tag { using type = T; };
}
namespace native {
template <class T, int N> struct memory_vector { T val[N]; };
}
namespace hip {
using c10::hip::HIPStream;
using c10::hip::getCurrentHIPStream;
using c10::hip::getDefaultHIPStream;
using c10::hip::HIPGuard;
using c10::hip::OptionalHIPGuard;
using c10::hip::OptionalHIPGuardMasqueradingAsCUDA;
using c10::hip::HIPGuardMasqueradingAsCUDA;
using c10::hip::HIPStreamGuard;
using c10::hip::getCurrentHIPStreamMasqueradingAsCUDA;
hipDeviceProp_t *getCurrentDeviceProperties();
hipDeviceProp_t *getDeviceProperties(int64_t);
}
namespace cuda {
using c10::cuda::CUDAStream;
using c10::cuda::getCurrentCUDAStream;
using c10::cuda::getDefaultCUDAStream;
using c10::cuda::getStreamFromPool;
using c10::cuda::CUDAGuard;
using c10::cuda::OptionalCUDAGuard;
using c10::cuda::CUDAStreamGuard;
using c10::cuda::current_device;
c10::cuda::CUDAStream getCurrentHIPStream(c10::DeviceIndex = -1);
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(int64_t);
cublasHandle_t getCurrentCUDABlasHandle();
cublasLtHandle_t getCurrentCUDABlasLtHandle();
bool is_available();
struct CUDAEvent { void record(); void record(const CUDAStream &); void block(const CUDAStream &); void synchronize() const; float elapsed_time(const CUDAEvent &) const; };
namespace detail {
const Generator &getDefaultCUDAGenerator(c10::DeviceIndex = -1);
}
namespace philox {
std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState);
}
}
}
namespace caffe2 {
using c10::TypeMeta;
}
namespace torch {
using at::Tensor;
using at::TensorList;
using at::ArrayRef;
using at::IntArrayRef;
using at::Scalar;
using at::ScalarType;
using at::Device;
using at::DeviceType;
using at::TensorOptions;
using at::MemoryFormat;
using at::Generator;
using at::Half;
using at::BFloat16;
using at::kByte;
using at::kChar;
using at::kShort;
using at::kInt;
using at::kLong;
using at::kHalf;
using at::kFloat;
using at::kDouble;
using at::kBool;
using at::kBFloat16;
using at::kUInt8;
using at::kInt8;
using at::kInt16;
using at::kInt32;
using at::kInt64;
using at::kUInt16;
using at::kUInt32;
using at::kUInt64;
using at::kFloat16;
using at::kFloat32;
using at::kFloat64;
using at::kFloat8_e4m3fn;
using at::kFloat8_e4m3fnuz;
using at::kFloat8_e5m2;
using at::kFloat8_e5m2fnuz;
using at::kFloat8_e8m0fnu;
using at::kFloat4_e2m1fn_x2;
using at::kCPU;
using at::kCUDA;
using at::kMeta;
using at::dtype;
using at::device;
using at::requires_grad;
using at::empty;
using at::empty_strided;
using at::empty_like;
using at::zeros;
using at::zeros_like;
using at::ones;
using at::ones_like;
using at::full;
using at::full_like;
using at::rand;
using at::rand_like;
using at::randn;
using at::randn_like;
using at::randint;
using at::arange;
using at::tensor;
using at::scalar_tensor;
using at::from_blob;
using at::cat;
using at::stack;
using at::reshape;
using at::transpose;
using at::permute;
using at::sum;
using at::softmax;
using at::matmul;
using at::mm;
using at::mm_out;
using at::bmm;
using at::linear;
using at::where;
using at::cumsum;
using at::max;
using at::min;
using at::abs;
using at::exp;
using at::tanh;
using at::sigmoid;
using at::allclose;
using at::equal;
using at::manual_seed;
using at::toString;
using at::NoGradGuard;
using c10::elementSize;
using c10::isFloatingType;
using Dtype = at::ScalarType;
using at::PackedTensorAccessor32;
using at::PackedTensorAccessor64;
using at::RestrictPtrTraits;
template <class T> using optional = std::optional<T>;
using std::nullopt;
namespace indexing {
using at::indexing::Slice;
using at::indexing::None;
using at::indexing::Ellipsis;
using at::indexing::TensorIndex;
}
namespace cuda {
void synchronize(int64_t = -1);
bool is_available();
size_t device_count();
}
namespace nn {
namespace functional {
struct PadFuncOptions { PadFuncOptions(std::vector<int64_t>); PadFuncOptions value(double) const; };
at::Tensor pad(const at::Tensor &, const PadFuncOptions &);
at::Tensor softmax(const at::Tensor &, int64_t);
at::Tensor linear(const at::Tensor &, const at::Tensor &, const at::Tensor & = {});
at::Tensor silu(const at::Tensor &);
at::Tensor gelu(const at::Tensor &);
}
}
namespace headeronly {
using c10::ScalarType;
}
namespace stable {
using Tensor = at::Tensor;
template <class... A> Tensor new_empty(const Tensor &, A &&...);
template <class... A> Tensor new_zeros(const Tensor &, A &&...);
template <class... A> Tensor empty_like(const Tensor &, A &&...);
template <class... A> Tensor &fill_(Tensor &, A &&...);
Tensor &zero_(Tensor &);
Tensor narrow(const Tensor &, int64_t, int64_t, int64_t);
Tensor transpose(const Tensor &, int64_t, int64_t);
Tensor pad(const Tensor &, std::vector<int64_t>);
namespace accelerator {
struct DeviceGuard { explicit DeviceGuard(int64_t); };
struct Stream { int64_t id() const; };
Stream getCurrentStream(int64_t);
}
}
struct Library { Library(int, const char *, std::optional<int>, const char *, int); template <class... A> Library &def(const char *, A &&...); template <class... A> Library &impl(const char *, A &&...); template <class... A> Library &def(A &&...); template <class T, class... A> Library &class_(A &&...); };
template <class F> F dispatch(int, F);
struct CustomClassHolder {};
namespace autograd {
using variable_list = std::vector<at::Tensor>;
struct AutogradContext {};
template <class T> struct Function {};
}
namespace jit {
}
}
#define TORCH_LIBRARY(ns, m) static void torch_library_init_##ns(torch::Library &m); void torch_library_init_##ns(torch::Library &m)
#define TORCH_LIBRARY_EXPAND(ns, m) TORCH_LIBRARY(ns, m)
#define TORCH_LIBRARY_FRAGMENT(ns, m) static void torch_library_fragment_##ns(torch::Library &m); void torch_library_fragment_##ns(torch::Library &m)
#define TORCH_LIBRARY_IMPL(ns, key, m) static void torch_library_impl_##ns##_##key(torch::Library &m); void torch_library_impl_##ns##_##key(torch::Library &m)
#define TORCH_LIBRARY_IMPL_EXPAND(ns, key, m) TORCH_LIBRARY_IMPL(ns, key, m)
#define STABLE_TORCH_LIBRARY(ns, m) static void stable_library_init_##ns(torch::Library &m); void stable_library_init_##ns(torch::Library &m)
#define STABLE_TORCH_LIBRARY_IMPL(ns, key, m) static void stable_library_impl_##ns##_##key(torch::Library &m); void stable_library_impl_##ns##_##key(torch::Library &m)
#define TORCH_BOX(f) (f)
#define TORCH_FN(f) (f)
#define TORCH_EXTENSION_NAME extension
#define PYBIND11_MODULE(name, m) static void pybind11_init_##name(pybind11::module_ &m); void pybind11_init_##name(pybind11::module_ &m)
#define PYBIND11_MODULE_EXPAND(name, m) PYBIND11_MODULE(name, m)
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_LAUNCH_BOUNDS_1(n) __launch_bounds__(n)
#define C10_LAUNCH_BOUNDS_2(n, m) __launch_bounds__(n, m)
#define C10_UNLIKELY(x) (__builtin_expect(static_cast<bool>(x), 0))
#define C10_LIKELY(x) (__builtin_expect(static_cast<bool>(x), 1))
#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 4
#define C10_CUDA_CHECK(x) __hl_checked(x)
#define C10_HIP_CHECK(x) __hl_checked(x)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() __hl_checked(cudaGetLastError())
#define C10_HIP_KERNEL_LAUNCH_CHECK() __hl_checked(hipGetLastError())
#define AT_CUDA_CHECK(x) __hl_checked(x)
#define TORCH_CUDA_CHECK(x) __hl_checked(x)
#define TORCH_CUDABLAS_CHECK(x) __hl_checked(x)
#define AT_ERROR(...) __hl_failed(__VA_ARGS__)
#define AT_ASSERT(...) TORCH_CHECK(__VA_ARGS__)
#define AT_ASSERTM(...) TORCH_CHECK(__VA_ARGS__)
#define TORCH_WARN(...) __hl_failed(__VA_ARGS__)
#define TORCH_WARN_ONCE(...) __hl_failed(__VA_ARGS__)
template <class C, class... M> void TORCH_CHECK(const C &condition, const M &...message);
template <class C, class... M> void TORCH_INTERNAL_ASSERT(const C &condition, const M &...message);
template <class C, class... M> void TORCH_CHECK_NOT_IMPLEMENTED(const C &condition, const M &...message);
template <class C, class... M> void TORCH_CHECK_VALUE(const C &condition, const M &...message);
template <class C, class... M> void TORCH_CHECK_ARG(const C &condition, const M &...message);
template <class C, class... M> void TORCH_CHECK_TYPE(const C &condition, const M &...message);
template <class C, class... M> void TORCH_CHECK_INDEX(const C &condition, const M &...message);
template <class C, class... M> void TORCH_CHECK_NOTIMPLEMENTED(const C &condition, const M &...message);
template <class C, class... M> void STD_TORCH_CHECK(const C &condition, const M &...message);
template <class A, class B, class... M> void TORCH_CHECK_EQ(const A &, const B &, const M &...message);
template <class A, class B, class... M> void TORCH_CHECK_NE(const A &, const B &, const M &...message);
template <class A, class B, class... M> void TORCH_CHECK_LT(const A &, const B &, const M &...message);
template <class A, class B, class... M> void TORCH_CHECK_LE(const A &, const B &, const M &...message);
template <class A, class B, class... M> void TORCH_CHECK_GT(const A &, const B &, const M &...message);
template <class A, class B, class... M> void TORCH_CHECK_GE(const A &, const B &, const M &...message);
template <class E> void __hl_checked(const E &error);
template <class... M> void __hl_failed(const M &...message);
#define AT_DISPATCH_SWITCH(type, name, ...) [&](auto __hl_tag) { (void)(type); using scalar_t = typename decltype(__hl_tag)::type; __VA_ARGS__; }(at::detail::type_tag<float>{})
#define AT_DISPATCH_CASE(enum_type, ...) (void)(enum_type), (__VA_ARGS__)()
#define AT_DISPATCH_CASE_FLOATING_TYPES(...) (__VA_ARGS__)()
#define AT_PRIVATE_CASE_TYPE(name, enum_type, type, ...) case enum_type: { using scalar_t = type; return __VA_ARGS__(); }
#define AT_DISPATCH_FLOATING_TYPES(type, name, ...) AT_DISPATCH_SWITCH(type, name, (__VA_ARGS__)())
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(type, name, ...) AT_DISPATCH_SWITCH(type, name, (__VA_ARGS__)())
#define AT_DISPATCH_FLOATING_TYPES_AND(extra, type, name, ...) AT_DISPATCH_SWITCH(type, name, (void)(extra), (__VA_ARGS__)())
#define AT_DISPATCH_FLOATING_TYPES_AND2(e1, e2, type, name, ...) AT_DISPATCH_SWITCH(type, name, (void)(e1), (void)(e2), (__VA_ARGS__)())
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(type, name, ...) AT_DISPATCH_SWITCH(type, name, (__VA_ARGS__)())
#define AT_DISPATCH_INTEGRAL_TYPES(type, name, ...) AT_DISPATCH_SWITCH(type, name, (__VA_ARGS__)())
#define AT_DISPATCH_ALL_TYPES(type, name, ...) AT_DISPATCH_SWITCH(type, name, (__VA_ARGS__)())
#define AT_DISPATCH_ALL_TYPES_AND2(e1, e2, type, name, ...) AT_DISPATCH_SWITCH(type, name, (void)(e1), (void)(e2), (__VA_ARGS__)())
#define AT_DISPATCH_ALL_TYPES_AND3(e1, e2, e3, type, name, ...) AT_DISPATCH_SWITCH(type, name, (void)(e1), (__VA_ARGS__)())
namespace pybind11 {
struct handle { handle(); bool is_none() const; template <class T> T cast() const; explicit operator bool() const; };
struct object : handle { object attr(const char *) const; template <class... A> object operator()(A &&...) const; template <class K> object operator[](K &&) const; template <class T> object &operator=(const T &); };
struct str : object { str(const char *); operator std::string() const; };
struct bytes : object { bytes(const char *, size_t); operator std::string() const; };
struct int_ : object { int_(long); };
struct none : object {};
struct list : object { template <class T> void append(T &&); size_t size() const; };
struct dict : object {};
struct tuple : object { size_t size() const; };
struct function : object {};
template <class... A> tuple make_tuple(A &&...);
struct arg { constexpr explicit arg(const char *); template <class T> arg operator=(T &&) const; arg &none(bool = true); arg &noconvert(bool = true); };
struct kw_only {};
struct doc { doc(const char *); };
template <class T> struct call_guard {};
struct gil_scoped_release { gil_scoped_release(); };
struct gil_scoped_acquire { gil_scoped_acquire(); };
struct module_ : object { template <class F, class... X> module_ &def(const char *, F &&, const X &...); static module_ import(const char *); module_ def_submodule(const char *, const char * = nullptr); const char *&doc(); };
using module = module_;
template <class... A> struct init_tag {};
template <class... A> init_tag<A...> init();
template <class F> init_tag<F> init(F &&);
template <class T, class... O> struct class_ : object { template <class... A> class_(handle, const char *, const A &...); template <class... A, class... X> class_ &def(init_tag<A...>, const X &...); template <class F, class... X> class_ &def(const char *, F &&, const X &...); template <class M, class... X> class_ &def_readwrite(const char *, M, const X &...); template <class M, class... X> class_ &def_readonly(const char *, M, const X &...); template <class F, class... X> class_ &def_property_readonly(const char *, F &&, const X &...); template <class F, class... X> class_ &def_static(const char *, F &&, const X &...); };
template <class T> struct enum_ : class_<T> { template <class... A> enum_(handle, const char *, const A &...); enum_ &value(const char *, T, const char * = nullptr); enum_ &export_values(); };
template <class T> T cast(const handle &);
enum class return_value_policy : uint8_t { automatic, take_ownership, copy, move, reference, reference_internal };
namespace literals {
arg operator""_a(const char *, size_t);
}
}
namespace py = pybind11;
