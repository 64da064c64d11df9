// <type_traits>, <utility>, <limits>: enough of them to be evaluated.
namespace std {
template <class T, T v>
struct integral_constant {
  static constexpr T value = v;
  using value_type = T;
  using type = integral_constant;
  constexpr operator T() const noexcept { return v; }
  constexpr T operator()() const noexcept { return v; }
};
template <bool B> using bool_constant = integral_constant<bool, B>;
using true_type = integral_constant<bool, true>;
using false_type = integral_constant<bool, false>;
template <class A, class B> struct is_same : false_type {};
template <class A> struct is_same<A, A> : true_type {};
template <class A, class B> inline constexpr bool is_same_v = is_same<A, B>::value;
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <bool B, class T, class F> struct conditional { using type = T; };
template <class T, class F> struct conditional<false, T, F> { using type = F; };
template <bool B, class T, class F> using conditional_t = typename conditional<B, T, F>::type;
template <class...> using void_t = void;
template <class T> struct type_identity { using type = T; };
template <class T> using type_identity_t = T;
template <class T> struct remove_const { using type = T; };
template <class T> struct remove_const<const T> { using type = T; };
template <class T> struct remove_volatile { using type = T; };
template <class T> struct remove_volatile<volatile T> { using type = T; };
template <class T> struct remove_cv { using type = typename remove_const<typename remove_volatile<T>::type>::type; };
template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T &> { using type = T; };
template <class T> struct remove_reference<T &&> { using type = T; };
template <class T> struct remove_pointer { using type = T; };
template <class T> struct remove_pointer<T *> { using type = T; };
template <class T> struct remove_pointer<T *const> { using type = T; };
template <class T> struct remove_extent { using type = T; };
template <class T> struct remove_extent<T[]> { using type = T; };
template <class T, size_t N> struct remove_extent<T[N]> { using type = T; };
template <class T> struct remove_all_extents { using type = T; };
template <class T, size_t N> struct remove_all_extents<T[N]> { using type = typename remove_all_extents<T>::type; };
template <class T> struct remove_cvref { using type = typename remove_cv<typename remove_reference<T>::type>::type; };
template <class T> using remove_const_t = typename remove_const<T>::type;
template <class T> using remove_volatile_t = typename remove_volatile<T>::type;
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <class T> using remove_pointer_t = typename remove_pointer<T>::type;
template <class T> using remove_extent_t = typename remove_extent<T>::type;
template <class T> using remove_all_extents_t = typename remove_all_extents<T>::type;
template <class T> using remove_cvref_t = typename remove_cvref<T>::type;
template <class T> struct add_const { using type = const T; };
template <class T> using add_const_t = const T;
template <class T> struct add_cv { using type = const volatile T; };
template <class T> struct add_pointer { using type = typename remove_reference<T>::type *; };
template <class T> using add_pointer_t = typename add_pointer<T>::type;
template <class T> struct add_lvalue_reference { using type = T &; };
template <class T> using add_lvalue_reference_t = T &;
template <class T> struct add_rvalue_reference { using type = T &&; };
template <class T> using add_rvalue_reference_t = T &&;
template <class T> struct decay { using type = __decay(T); };
template <class T> using decay_t = typename decay<T>::type;
template <class T> T &&declval() noexcept;
template <class T> struct is_const : false_type {};
template <class T> struct is_const<const T> : true_type {};
template <class T> inline constexpr bool is_const_v = is_const<T>::value;
template <class T> struct is_volatile : bool_constant<__is_volatile(T)> {};
template <class T> struct is_void : bool_constant<__is_void(T)> {};
template <class T> inline constexpr bool is_void_v = __is_void(T);
template <class T> struct is_integral : bool_constant<__is_integral(T)> {};
template <class T> inline constexpr bool is_integral_v = __is_integral(T);
template <class T> struct is_floating_point : bool_constant<__is_floating_point(T)> {};
template <class T> inline constexpr bool is_floating_point_v = __is_floating_point(T);
template <class T> struct is_arithmetic : bool_constant<__is_arithmetic(T)> {};
template <class T> inline constexpr bool is_arithmetic_v = __is_arithmetic(T);
template <class T> struct is_signed : bool_constant<__is_signed(T)> {};
template <class T> inline constexpr bool is_signed_v = __is_signed(T);
template <class T> struct is_unsigned : bool_constant<__is_unsigned(T)> {};
template <class T> inline constexpr bool is_unsigned_v = __is_unsigned(T);
template <class T> struct is_scalar : bool_constant<__is_scalar(T)> {};
template <class T> inline constexpr bool is_scalar_v = __is_scalar(T);
template <class T> struct is_fundamental : bool_constant<__is_fundamental(T)> {};
template <class T> inline constexpr bool is_fundamental_v = __is_fundamental(T);
template <class T> struct is_object : bool_constant<__is_object(T)> {};
template <class T> struct is_class : bool_constant<__is_class(T)> {};
template <class T> inline constexpr bool is_class_v = __is_class(T);
template <class T> struct is_union : bool_constant<__is_union(T)> {};
template <class T> inline constexpr bool is_union_v = __is_union(T);
template <class T> struct is_enum : bool_constant<__is_enum(T)> {};
template <class T> inline constexpr bool is_enum_v = __is_enum(T);
template <class T> struct is_array : bool_constant<__is_array(T)> {};
template <class T> inline constexpr bool is_array_v = __is_array(T);
template <class T> struct is_function : bool_constant<__is_function(T)> {};
template <class T> inline constexpr bool is_function_v = __is_function(T);
template <class T> struct is_pointer : bool_constant<__is_pointer(T)> {};
template <class T> inline constexpr bool is_pointer_v = __is_pointer(T);
template <class T> struct is_reference : bool_constant<__is_reference(T)> {};
template <class T> inline constexpr bool is_reference_v = __is_reference(T);
template <class T> struct is_lvalue_reference : bool_constant<__is_lvalue_reference(T)> {};
template <class T> inline constexpr bool is_lvalue_reference_v = __is_lvalue_reference(T);
template <class T> struct is_rvalue_reference : bool_constant<__is_rvalue_reference(T)> {};
template <class T> struct is_empty : bool_constant<__is_empty(T)> {};
template <class T> inline constexpr bool is_empty_v = __is_empty(T);
template <class T> struct is_final : bool_constant<__is_final(T)> {};
template <class T> inline constexpr bool is_final_v = __is_final(T);
template <class T> struct is_polymorphic : bool_constant<__is_polymorphic(T)> {};
template <class T> inline constexpr bool is_polymorphic_v = __is_polymorphic(T);
template <class T> struct is_abstract : bool_constant<__is_abstract(T)> {};
template <class T> struct is_aggregate : bool_constant<__is_aggregate(T)> {};
template <class T> inline constexpr bool is_aggregate_v = __is_aggregate(T);
template <class T> struct is_pod : bool_constant<__is_pod(T)> {};
template <class T> inline constexpr bool is_pod_v = __is_pod(T);
template <class T> struct is_trivial : bool_constant<__is_trivial(T)> {};
template <class T> inline constexpr bool is_trivial_v = __is_trivial(T);
template <class T> struct is_standard_layout : bool_constant<__is_standard_layout(T)> {};
template <class T> inline constexpr bool is_standard_layout_v = __is_standard_layout(T);
template <class T> struct is_trivially_copyable : bool_constant<__is_trivially_copyable(T)> {};
template <class T> inline constexpr bool is_trivially_copyable_v = __is_trivially_copyable(T);
template <class T> struct is_trivially_destructible : bool_constant<__is_trivially_destructible(T)> {};
template <class T> inline constexpr bool is_trivially_destructible_v = __is_trivially_destructible(T);
template <class T> struct is_default_constructible : bool_constant<__is_constructible(T)> {};
template <class T> inline constexpr bool is_default_constructible_v = __is_constructible(T);
template <class T> struct is_trivially_default_constructible : bool_constant<__is_trivially_constructible(T)> {};
template <class T> struct is_copy_constructible : bool_constant<__is_constructible(T, const T &)> {};
template <class T> inline constexpr bool is_copy_constructible_v = __is_constructible(T, const T &);
template <class T> struct is_move_constructible : bool_constant<__is_constructible(T, T &&)> {};
template <class T, class... A> struct is_constructible : bool_constant<__is_constructible(T, A...)> {};
template <class T, class... A> inline constexpr bool is_constructible_v = __is_constructible(T, A...);
template <class T, class... A> struct is_nothrow_constructible : bool_constant<__is_nothrow_constructible(T, A...)> {};
template <class A, class B> struct is_assignable : bool_constant<__is_assignable(A, B)> {};
template <class A, class B> inline constexpr bool is_assignable_v = __is_assignable(A, B);
template <class A, class B> struct is_base_of : bool_constant<__is_base_of(A, B)> {};
template <class A, class B> inline constexpr bool is_base_of_v = __is_base_of(A, B);
template <class A, class B> struct is_convertible : bool_constant<__is_convertible_to(A, B)> {};
template <class A, class B> inline constexpr bool is_convertible_v = __is_convertible_to(A, B);
template <class T> struct is_member_function_pointer : bool_constant<__is_member_function_pointer(T)> {};
template <class T> struct is_null_pointer : is_same<typename remove_cv<T>::type, nullptr_t> {};
template <class T> struct underlying_type { using type = __underlying_type(T); };
template <class T> using underlying_type_t = typename underlying_type<T>::type;
template <class T> struct make_unsigned { using type = __make_unsigned(T); };
template <class T> using make_unsigned_t = typename make_unsigned<T>::type;
template <class T> struct make_signed { using type = __make_signed(T); };
template <class T> using make_signed_t = typename make_signed<T>::type;
template <class T> struct alignment_of : integral_constant<size_t, alignof(T)> {};
template <class T> inline constexpr size_t alignment_of_v = alignof(T);
template <class T> struct rank : integral_constant<size_t, 0> {};
template <class T, unsigned I = 0> struct extent : integral_constant<size_t, 0> {};
template <class T, size_t N> struct extent<T[N], 0> : integral_constant<size_t, N> {};
template <class T, unsigned I = 0> inline constexpr size_t extent_v = extent<T, I>::value;
template <class... B> struct conjunction : bool_constant<(bool(B::value) && ...)> {};
template <class... B> inline constexpr bool conjunction_v = (bool(B::value) && ...);
template <class... B> struct disjunction : bool_constant<(bool(B::value) || ...)> {};
template <class... B> inline constexpr bool disjunction_v = (bool(B::value) || ...);
template <class B> struct negation : bool_constant<!bool(B::value)> {};
template <class B> inline constexpr bool negation_v = !bool(B::value);
template <class... T> struct common_type;
template <class T> struct common_type<T> { using type = typename decay<T>::type; };
template <class A, class B> struct common_type<A, B> { using type = typename decay<decltype(true ? declval<A>() : declval<B>())>::type; };
template <class A, class B, class C, class... R> struct common_type<A, B, C, R...> { using type = typename common_type<typename common_type<A, B>::type, C, R...>::type; };
template <class... T> using common_type_t = typename common_type<T...>::type;
template <class F, class... A> struct invoke_result { using type = decltype(declval<F>()(declval<A>()...)); };
template <class F, class... A> using invoke_result_t = typename invoke_result<F, A...>::type;
template <class F> struct result_of;
template <class F, class... A> struct result_of<F(A...)> { using type = decltype(declval<F>()(declval<A>()...)); };
template <class F> using result_of_t = typename result_of<F>::type;
template <class V, class F, class... A> struct __hl_invocable : false_type {};
template <class F, class... A> struct __hl_invocable<void_t<decltype(declval<F>()(declval<A>()...))>, F, A...> : true_type {};
template <class F, class... A> struct is_invocable : __hl_invocable<void, F, A...> {};
template <class F, class... A> inline constexpr bool is_invocable_v = is_invocable<F, A...>::value;
template <class R, class F, class... A> struct is_invocable_r : __hl_invocable<void, F, A...> {};
template <class R, class F, class... A> inline constexpr bool is_invocable_r_v = is_invocable_r<R, F, A...>::value;
template <size_t N, size_t A = 8> struct aligned_storage { struct type { alignas(A) unsigned char data[N]; }; };
template <size_t N, size_t A = 8> using aligned_storage_t = typename aligned_storage<N, A>::type;
constexpr bool is_constant_evaluated() noexcept { return __builtin_is_constant_evaluated(); }

template <class T> struct tuple_size<const T> : integral_constant<size_t, tuple_size<T>::value> {};
template <class T> inline constexpr size_t tuple_size_v = tuple_size<T>::value;
template <size_t I, class T> struct tuple_element<I, const T> { using type = const typename tuple_element<I, T>::type; };
template <size_t I, class T> using tuple_element_t = typename tuple_element<I, T>::type;
template <class T, T... I> struct integer_sequence {
  using value_type = T;
  static constexpr size_t size() noexcept { return sizeof...(I); }
};
template <size_t... I> using index_sequence = integer_sequence<size_t, I...>;
template <class T, T N> using make_integer_sequence = __make_integer_seq<integer_sequence, T, N>;
template <size_t N> using make_index_sequence = make_integer_sequence<size_t, N>;
template <class... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;
template <class T> constexpr typename remove_reference<T>::type &&move(T &&t) noexcept { return static_cast<typename remove_reference<T>::type &&>(t); }
template <class T> constexpr T &&forward(typename remove_reference<T>::type &t) noexcept { return static_cast<T &&>(t); }
template <class T> constexpr T &&forward(typename remove_reference<T>::type &&t) noexcept { return static_cast<T &&>(t); }
template <class T> constexpr typename remove_reference<T>::type &&move_if_noexcept(T &t) noexcept;
template <class T> constexpr const T &as_const(T &t) noexcept { return t; }
template <class T> void swap(T &a, T &b);
template <class T, size_t N> void swap(T (&a)[N], T (&b)[N]);
template <class T, class U = T> T exchange(T &object, U &&value);
template <class T> constexpr T *addressof(T &object) noexcept;
template <class T> constexpr T *launder(T *p) noexcept { return p; }
template <class To, class From> constexpr To bit_cast(const From &from) noexcept { return __builtin_bit_cast(To, from); }
struct in_place_t {};
inline constexpr in_place_t in_place{};
template <class T> struct in_place_type_t {};
struct piecewise_construct_t {};
inline constexpr piecewise_construct_t piecewise_construct{};
enum class byte : unsigned char {};
struct max_align_t { long double a; };

template <class T> struct __hl_integer_limits {
  static constexpr bool is_specialized = true, is_integer = true, is_exact = true;
  static constexpr bool is_signed = T(-1) < T(0);
  static constexpr bool has_infinity = false, has_quiet_NaN = false, has_signaling_NaN = false, is_iec559 = false;
  static constexpr int digits = sizeof(T) * 8 - (is_signed ? 1 : 0);
  static constexpr int digits10 = digits * 3 / 10;
  static constexpr T max() noexcept { return T(~min()); }
  static constexpr T min() noexcept { return is_signed ? T(T(1) << (sizeof(T) * 8 - 1)) : T(0); }
  static constexpr T lowest() noexcept { return min(); }
  static constexpr T epsilon() noexcept { return T(0); }
  static constexpr T infinity() noexcept { return T(0); }
  static constexpr T quiet_NaN() noexcept { return T(0); }
};
template <class T> struct __hl_float_limits {
  static constexpr bool is_specialized = true, is_integer = false, is_exact = false, is_signed = true;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, is_iec559 = true;
  static constexpr int digits = sizeof(T) == 8 ? 53 : sizeof(T) == 4 ? 24 : 11;
  static constexpr int max_exponent = sizeof(T) == 8 ? 1024 : sizeof(T) == 4 ? 128 : 16;
  static constexpr int digits10 = 6, max_digits10 = 9, radix = 2;
  static constexpr T max() noexcept;
  static constexpr T min() noexcept;
  static constexpr T lowest() noexcept;
  static constexpr T epsilon() noexcept;
  static constexpr T infinity() noexcept;
  static constexpr T quiet_NaN() noexcept;
  static constexpr T signaling_NaN() noexcept;
  static constexpr T denorm_min() noexcept;
};
template <class T> struct numeric_limits {
  static constexpr bool is_specialized = false, is_integer = false, is_signed = false, has_infinity = false;
  static constexpr T max() noexcept;
  static constexpr T min() noexcept;
  static constexpr T lowest() noexcept;
  static constexpr T epsilon() noexcept;
  static constexpr T infinity() noexcept;
  static constexpr T quiet_NaN() noexcept;
};
template <> struct numeric_limits<bool> : __hl_integer_limits<unsigned char> {};
template <> struct numeric_limits<char> : __hl_integer_limits<char> {};
template <> struct numeric_limits<signed char> : __hl_integer_limits<signed char> {};
template <> struct numeric_limits<unsigned char> : __hl_integer_limits<unsigned char> {};
template <> struct numeric_limits<short> : __hl_integer_limits<short> {};
template <> struct numeric_limits<unsigned short> : __hl_integer_limits<unsigned short> {};
template <> struct numeric_limits<int> : __hl_integer_limits<int> {};
template <> struct numeric_limits<unsigned> : __hl_integer_limits<unsigned> {};
template <> struct numeric_limits<long> : __hl_integer_limits<long> {};
template <> struct numeric_limits<unsigned long> : __hl_integer_limits<unsigned long> {};
template <> struct numeric_limits<long long> : __hl_integer_limits<long long> {};
template <> struct numeric_limits<unsigned long long> : __hl_integer_limits<unsigned long long> {};
template <> struct numeric_limits<float> : __hl_float_limits<float> {};
template <> struct numeric_limits<double> : __hl_float_limits<double> {};
template <> struct numeric_limits<long double> : __hl_float_limits<long double> {};
template <> struct numeric_limits<_Float16> : __hl_float_limits<_Float16> {};
}
