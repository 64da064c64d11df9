// Algorithms, numbers and strings of the C and C++ libraries.
#define NULL __null
#define offsetof(type, member) __builtin_offsetof(type, member)
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MAX 32767
#define SHRT_MIN (-32767 - 1)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-9223372036854775807L - 1L)
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-9223372036854775807LL - 1LL)
#define ULLONG_MAX 18446744073709551615ULL
#define INT8_MAX 127
#define INT8_MIN (-128)
#define UINT8_MAX 255
#define INT16_MAX 32767
#define INT16_MIN (-32768)
#define UINT16_MAX 65535
#define INT32_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define UINT32_MAX 4294967295U
#define INT64_MAX 9223372036854775807L
#define INT64_MIN (-9223372036854775807L - 1L)
#define UINT64_MAX 18446744073709551615UL
#define SIZE_MAX 18446744073709551615UL
#define FLT_MAX 3.40282346638528859812e+38F
#define FLT_MIN 1.17549435082228750797e-38F
#define FLT_EPSILON 1.19209289550781250000e-7F
#define DBL_MAX 1.79769313486231570815e+308
#define DBL_MIN 2.22507385850720138309e-308
#define DBL_EPSILON 2.22044604925031308085e-16
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VALF __builtin_inff()
#define HUGE_VAL __builtin_inf()
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_E 2.7182818284590452354
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define M_2_SQRTPI 1.12837916709551257390
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define assert(...) __hl_assert(static_cast<bool>(__VA_ARGS__))
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define RAND_MAX 2147483647
#define PRId64 "ld"
#define PRIu64 "lu"
#define errno (*__errno_location())
#define UINT64_C(x) x##UL
#define INT64_C(x) x##L
#define UINT32_C(x) x##U
typedef __builtin_va_list va_list;
typedef long ssize_t;
typedef unsigned char u_char;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef long intmax_t;
typedef unsigned long uintmax_t;
typedef signed char int_fast8_t;
typedef long int_fast32_t;
typedef unsigned char uint_least8_t;
typedef long time_t;
typedef long clock_t;
typedef struct __hl_file FILE;
void __hl_assert(bool condition);
extern "C" int *__errno_location();
extern FILE *stdout;
extern FILE *stderr;
extern FILE *stdin;
int printf(const char *format, ...);
int fprintf(FILE *file, const char *format, ...);
int sprintf(char *out, const char *format, ...);
int snprintf(char *out, size_t n, const char *format, ...);
int sscanf(const char *text, const char *format, ...);
int puts(const char *text);
int putchar(int c);
int fflush(FILE *file);
FILE *fopen(const char *path, const char *mode);
int fclose(FILE *file);
size_t fread(void *out, size_t size, size_t n, FILE *file);
size_t fwrite(const void *in, size_t size, size_t n, FILE *file);
int fseek(FILE *file, long offset, int whence);
long ftell(FILE *file);
void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void *aligned_alloc(size_t alignment, size_t size);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t n);
char *strcat(char *to, const char *from);
const char *strstr(const char *text, const char *part);
const char *strchr(const char *text, int c);
const char *strrchr(const char *text, int c);
char *strtok(char *text, const char *delimiters);
char *strdup(const char *text);
char *strerror(int code);
long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
double strtod(const char *text, char **end);
float strtof(const char *text, char **end);
int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
double atof(const char *text);
char *getenv(const char *name);
int setenv(const char *name, const char *value, int overwrite);
int system(const char *command);
void abort() __attribute__((noreturn));
void exit(int code) __attribute__((noreturn));
int rand();
void srand(unsigned seed);
time_t time(time_t *out);
clock_t clock();
unsigned sleep(unsigned seconds);
int usleep(unsigned micros);
int isdigit(int c);
int isspace(int c);
int isalpha(int c);
int tolower(int c);
int toupper(int c);
namespace std {
using ::printf;
using ::fprintf;
using ::sprintf;
using ::snprintf;
using ::puts;
using ::fflush;
using ::fopen;
using ::fclose;
using ::malloc;
using ::calloc;
using ::realloc;
using ::free;
using ::aligned_alloc;
using ::memcpy;
using ::memmove;
using ::memset;
using ::memcmp;
using ::strlen;
using ::strcmp;
using ::strncmp;
using ::strcpy;
using ::strncpy;
using ::strstr;
using ::strchr;
using ::strtol;
using ::strtoul;
using ::strtod;
using ::strtof;
using ::strtoll;
using ::strtoull;
using ::strerror;
using ::atoi;
using ::atof;
using ::atol;
using ::getenv;
using ::system;
using ::abort;
using ::exit;
using ::rand;
using ::srand;
using ::time;
using ::time_t;
using ::clock;
using ::isdigit;
using ::isspace;
using ::tolower;
using ::toupper;
using ::va_list;
using ::FILE;
using ::intmax_t;
using ::uintmax_t;
using ::uint_least8_t;
using ::int_fast32_t;
[[noreturn]] void terminate() noexcept;
template <class T> constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T, class C> constexpr const T &min(const T &a, const T &b, C less) { return less(b, a) ? b : a; }
template <class T, class C> constexpr const T &max(const T &a, const T &b, C less) { return less(a, b) ? b : a; }
template <class T> constexpr T min(initializer_list<T> all) { const T *p = all.begin(); T r = *p; for (; p != all.end(); ++p) r = *p < r ? *p : r; return r; }
template <class T> constexpr T max(initializer_list<T> all) { const T *p = all.begin(); T r = *p; for (; p != all.end(); ++p) r = r < *p ? *p : r; return r; }
template <class T> constexpr const T &clamp(const T &v, const T &lo, const T &hi) { return v < lo ? lo : hi < v ? hi : v; }
constexpr int abs(int x) { return x < 0 ? -x : x; }
constexpr long abs(long x) { return x < 0 ? -x : x; }
constexpr long long abs(long long x) { return x < 0 ? -x : x; }
constexpr float abs(float x) { return x < 0 ? -x : x; }
constexpr double abs(double x) { return x < 0 ? -x : x; }
constexpr long double abs(long double x) { return x < 0 ? -x : x; }
float sqrt(float);
double sqrt(double);
template <class T> enable_if_t<__is_integral(T), double> sqrt(T);
float cbrt(float);
double cbrt(double);
float exp(float);
double exp(double);
template <class T> enable_if_t<__is_integral(T), double> exp(T);
float exp2(float);
double exp2(double);
template <class T> enable_if_t<__is_integral(T), double> exp2(T);
float expm1(float);
double expm1(double);
float log(float);
double log(double);
template <class T> enable_if_t<__is_integral(T), double> log(T);
float log2(float);
double log2(double);
template <class T> enable_if_t<__is_integral(T), double> log2(T);
float log10(float);
double log10(double);
float log1p(float);
double log1p(double);
float sin(float);
double sin(double);
float cos(float);
double cos(double);
float tan(float);
double tan(double);
float asin(float);
double asin(double);
float acos(float);
double acos(double);
float atan(float);
double atan(double);
float sinh(float);
double sinh(double);
float cosh(float);
double cosh(double);
float tanh(float);
double tanh(double);
float asinh(float);
double asinh(double);
float acosh(float);
double acosh(double);
float atanh(float);
double atanh(double);
float erf(float);
double erf(double);
float erfc(float);
double erfc(double);
float tgamma(float);
double tgamma(double);
float lgamma(float);
double lgamma(double);
float ceil(float);
double ceil(double);
template <class T> enable_if_t<__is_integral(T), double> ceil(T);
float floor(float);
double floor(double);
template <class T> enable_if_t<__is_integral(T), double> floor(T);
float round(float);
double round(double);
float rint(float);
double rint(double);
float nearbyint(float);
double nearbyint(double);
float trunc(float);
double trunc(double);
float fabs(float);
double fabs(double);
template <class T> enable_if_t<__is_integral(T), double> fabs(T);
long lround(float);
long lround(double);
long lrint(float);
long lrint(double);
bool isnan(float);
bool isnan(double);
bool isinf(float);
bool isinf(double);
bool isfinite(float);
bool isfinite(double);
bool signbit(float);
bool signbit(double);
float pow(float, float);
double pow(double, double);
template <class A, class B> enable_if_t<__is_arithmetic(A) && __is_arithmetic(B), double> pow(A, B);
float fmod(float, float);
double fmod(double, double);
float atan2(float, float);
double atan2(double, double);
float hypot(float, float);
double hypot(double, double);
float fmin(float, float);
double fmin(double, double);
float fmax(float, float);
double fmax(double, double);
float fma(float, float, float);
double fma(double, double, double);
float copysign(float, float);
double copysign(double, double);
float nextafter(float, float);
double nextafter(double, double);
float ldexp(float, int);
double ldexp(double, int);
float frexp(float, int *);
double frexp(double, int *);
int ilogb(float);
constexpr int popcount(unsigned long long v) noexcept { return __builtin_popcountll(v); }
template <class T> constexpr int countl_zero(T v) noexcept;
template <class T> constexpr int countr_zero(T v) noexcept;
template <class T> constexpr int bit_width(T v) noexcept;
template <class T> constexpr T bit_ceil(T v) noexcept;
template <class T> constexpr bool has_single_bit(T v) noexcept;
template <class T> constexpr T gcd(T a, T b) { return b ? gcd(b, T(a % b)) : a; }
template <class T> constexpr T lcm(T a, T b) { return a / gcd(a, b) * b; }
template <class I> struct iterator_traits { using value_type = typename I::value_type; using difference_type = long; using reference = typename I::reference; };
template <class T> struct iterator_traits<T *> { using value_type = T; using difference_type = long; using reference = T &; };
template <class I> long distance(I first, I last);
template <class I, class N> void advance(I &it, N n);
template <class I> I next(I it, long n = 1);
template <class I> I prev(I it, long n = 1);
template <class C> auto begin(C &c) -> decltype(c.begin());
template <class C> auto end(C &c) -> decltype(c.end());
template <class T, size_t N> constexpr T *begin(T (&a)[N]) noexcept { return a; }
template <class T, size_t N> constexpr T *end(T (&a)[N]) noexcept { return a + N; }
template <class C> auto cbegin(const C &c) -> decltype(c.begin());
template <class C> auto cend(const C &c) -> decltype(c.end());
template <class C> auto rbegin(C &c) -> decltype(c.rbegin());
template <class C> auto rend(C &c) -> decltype(c.rend());
template <class C> constexpr auto size(const C &c) -> decltype(c.size()) { return c.size(); }
template <class T, size_t N> constexpr size_t size(const T (&)[N]) noexcept { return N; }
template <class C> constexpr auto data(C &c) -> decltype(c.data()) { return c.data(); }
template <class C> constexpr bool empty(const C &c) { return c.empty(); }
template <class C> struct back_insert_iterator { C *c; back_insert_iterator &operator=(const typename C::value_type &); back_insert_iterator &operator*(); back_insert_iterator &operator++(); back_insert_iterator operator++(int); };
template <class C> back_insert_iterator<C> back_inserter(C &c);
template <class C> back_insert_iterator<C> inserter(C &c, typename C::iterator);
template <class I, class T> I find(I first, I last, const T &value);
template <class I, class P> I find_if(I first, I last, P test);
template <class I, class P> I find_if_not(I first, I last, P test);
template <class I, class T> long count(I first, I last, const T &value);
template <class I, class P> long count_if(I first, I last, P test);
template <class I, class P> bool all_of(I first, I last, P test);
template <class I, class P> bool any_of(I first, I last, P test);
template <class I, class P> bool none_of(I first, I last, P test);
template <class I, class F> F for_each(I first, I last, F f);
template <class I, class N, class F> I for_each_n(I first, N n, F f);
template <class I, class O> O copy(I first, I last, O out);
template <class I, class N, class O> O copy_n(I first, N n, O out);
template <class I, class O, class P> O copy_if(I first, I last, O out, P test);
template <class I, class O> O copy_backward(I first, I last, O out);
template <class I, class T> void fill(I first, I last, const T &value);
template <class I, class N, class T> I fill_n(I first, N n, const T &value);
template <class I, class G> void generate(I first, I last, G g);
template <class I, class N, class G> I generate_n(I first, N n, G g);
template <class I, class O, class F> O transform(I first, I last, O out, F f);
template <class I, class J, class O, class F> O transform(I first, I last, J second, O out, F f);
template <class I, class T> void iota(I first, I last, T value);
template <class I, class T> T accumulate(I first, I last, T init);
template <class I, class T, class F> T accumulate(I first, I last, T init, F f);
template <class I, class T> T reduce(I first, I last, T init);
template <class I, class J, class T> T inner_product(I first, I last, J second, T init);
template <class I, class O> O partial_sum(I first, I last, O out);
template <class I, class O, class F> O partial_sum(I first, I last, O out, F f);
template <class I, class O, class T, class F> O exclusive_scan(I first, I last, O out, T init, F f);
template <class I> void sort(I first, I last);
template <class I, class C> void sort(I first, I last, C less);
template <class I> void stable_sort(I first, I last);
template <class I, class C> void stable_sort(I first, I last, C less);
template <class I> void partial_sort(I first, I middle, I last);
template <class I, class C> void partial_sort(I first, I middle, I last, C less);
template <class I> void nth_element(I first, I nth, I last);
template <class I> I unique(I first, I last);
template <class I, class T> I remove(I first, I last, const T &value);
template <class I, class P> I remove_if(I first, I last, P test);
template <class I, class T> void replace(I first, I last, const T &from, const T &to);
template <class I> void reverse(I first, I last);
template <class I> I rotate(I first, I middle, I last);
template <class I, class G> void shuffle(I first, I last, G &&g);
template <class I> I max_element(I first, I last);
template <class I, class C> I max_element(I first, I last, C less);
template <class I> I min_element(I first, I last);
template <class I, class C> I min_element(I first, I last, C less);
template <class I, class J> bool equal(I first, I last, J second);
template <class I, class J, class P> bool equal(I first, I last, J second, P p);
template <class I, class T> I lower_bound(I first, I last, const T &value);
template <class I, class T, class C> I lower_bound(I first, I last, const T &value, C less);
template <class I, class T> I upper_bound(I first, I last, const T &value);
template <class I, class T> bool binary_search(I first, I last, const T &value);
template <class I> bool is_sorted(I first, I last);
template <class I> bool next_permutation(I first, I last);
template <class T> struct char_traits {};
template <class C> struct basic_string_view;
template <class C> struct basic_string {
  using value_type = C;
  using size_type = size_t;
  using iterator = C *;
  using const_iterator = const C *;
  static constexpr size_t npos = size_t(-1);
  basic_string();
  basic_string(const C *);
  basic_string(const C *, size_t);
  basic_string(size_t, C);
  basic_string(const basic_string &);
  basic_string(basic_string &&);
  basic_string(const basic_string &, size_t, size_t = npos);
  basic_string(initializer_list<C>);
  template <class I> basic_string(I first, I last);
  explicit basic_string(const basic_string_view<C> &);
  ~basic_string();
  basic_string &operator=(const basic_string &);
  basic_string &operator=(basic_string &&);
  basic_string &operator=(const C *);
  basic_string &operator=(C);
  size_t size() const;
  size_t length() const;
  bool empty() const;
  const C *c_str() const;
  const C *data() const;
  C *data();
  C &operator[](size_t);
  const C &operator[](size_t) const;
  C &at(size_t);
  const C &at(size_t) const;
  C &front();
  C &back();
  const C &front() const;
  const C &back() const;
  iterator begin();
  iterator end();
  const_iterator begin() const;
  const_iterator end() const;
  const_iterator cbegin() const;
  const_iterator cend() const;
  iterator rbegin();
  iterator rend();
  void clear();
  void push_back(C);
  void pop_back();
  void reserve(size_t);
  void resize(size_t, C = C());
  basic_string &append(const basic_string &);
  basic_string &append(size_t, C);
  basic_string &operator+=(const basic_string &);
  basic_string &operator+=(const C *);
  basic_string &operator+=(C);
  basic_string substr(size_t from = 0, size_t n = npos) const;
  size_t find(const basic_string &, size_t from = 0) const;
  size_t find(const C *, size_t from = 0) const;
  size_t find(C, size_t from = 0) const;
  size_t rfind(const basic_string &, size_t from = npos) const;
  size_t rfind(const C *, size_t from = npos) const;
  size_t rfind(C, size_t from = npos) const;
  size_t find_first_of(const basic_string &, size_t from = 0) const;
  size_t find_first_of(C, size_t from = 0) const;
  size_t find_last_of(const basic_string &, size_t from = npos) const;
  size_t find_first_not_of(const basic_string &, size_t from = 0) const;
  size_t find_last_not_of(const basic_string &, size_t from = npos) const;
  int compare(const basic_string &) const;
  int compare(size_t, size_t, const basic_string &) const;
  basic_string &erase(size_t from = 0, size_t n = npos);
  iterator erase(const_iterator);
  iterator erase(const_iterator, const_iterator);
  basic_string &insert(size_t, const basic_string &);
  basic_string &replace(size_t, size_t, const basic_string &);
  bool starts_with(const basic_string &) const;
  bool ends_with(const basic_string &) const;
  void swap(basic_string &);
  operator basic_string_view<C>() const;
  friend basic_string operator+(const basic_string &, const basic_string &);
};
template <class C> basic_string<C> operator+(const basic_string<C> &, const basic_string<C> &);
template <class C> basic_string<C> operator+(const basic_string<C> &, const C *);
template <class C> basic_string<C> operator+(const C *, const basic_string<C> &);
template <class C> basic_string<C> operator+(const basic_string<C> &, C);
template <class C> bool operator==(const basic_string<C> &, const basic_string<C> &);
template <class C> bool operator==(const basic_string<C> &, const C *);
template <class C> bool operator==(const C *, const basic_string<C> &);
template <class C> bool operator!=(const basic_string<C> &, const basic_string<C> &);
template <class C> bool operator!=(const basic_string<C> &, const C *);
template <class C> bool operator<(const basic_string<C> &, const basic_string<C> &);
using string = basic_string<char>;
using wstring = basic_string<wchar_t>;
template <class C> struct basic_string_view {
  static constexpr size_t npos = size_t(-1);
  constexpr basic_string_view();
  constexpr basic_string_view(const C *);
  constexpr basic_string_view(const C *, size_t);
  constexpr size_t size() const;
  constexpr size_t length() const;
  constexpr bool empty() const;
  constexpr const C *data() const;
  constexpr const C &operator[](size_t) const;
  constexpr const C *begin() const;
  constexpr const C *end() const;
  constexpr basic_string_view substr(size_t from = 0, size_t n = npos) const;
  constexpr size_t find(basic_string_view, size_t from = 0) const;
  constexpr size_t find(C, size_t from = 0) const;
  constexpr size_t rfind(basic_string_view, size_t from = npos) const;
  constexpr void remove_prefix(size_t);
  constexpr void remove_suffix(size_t);
};
template <class C> constexpr bool operator==(basic_string_view<C>, basic_string_view<C>);
template <class C> constexpr bool operator==(basic_string_view<C>, const C *);
template <class C> constexpr bool operator!=(basic_string_view<C>, basic_string_view<C>);
using string_view = basic_string_view<char>;
string to_string(int);
string to_string(unsigned);
string to_string(long);
string to_string(unsigned long);
string to_string(long long);
string to_string(unsigned long long);
string to_string(float);
string to_string(double);
int stoi(const string &, size_t * = nullptr, int base = 10);
long stol(const string &, size_t * = nullptr, int base = 10);
long long stoll(const string &, size_t * = nullptr, int base = 10);
unsigned long stoul(const string &, size_t * = nullptr, int base = 10);
unsigned long long stoull(const string &, size_t * = nullptr, int base = 10);
float stof(const string &, size_t * = nullptr);
double stod(const string &, size_t * = nullptr);
struct exception { exception(); virtual ~exception(); virtual const char *what() const noexcept; };
struct bad_alloc : exception {};
struct bad_cast : exception {};
struct logic_error : exception { logic_error(const string &); logic_error(const char *); };
struct runtime_error : exception { runtime_error(const string &); runtime_error(const char *); };
struct invalid_argument : logic_error { using logic_error::logic_error; };
struct out_of_range : logic_error { using logic_error::logic_error; };
struct length_error : logic_error { using logic_error::logic_error; };
struct domain_error : logic_error { using logic_error::logic_error; };
struct overflow_error : runtime_error { using runtime_error::runtime_error; };
struct range_error : runtime_error { using runtime_error::runtime_error; };
struct error_code { int value() const; string message() const; explicit operator bool() const; };
struct system_error : runtime_error { using runtime_error::runtime_error; const error_code &code() const; };
struct exception_ptr { explicit operator bool() const; };
exception_ptr current_exception() noexcept;
[[noreturn]] void rethrow_exception(exception_ptr);
int uncaught_exceptions() noexcept;
}
