// Containers, smart pointers, streams and threads of the C++ library.
namespace std {
template <class T> struct allocator { using value_type = T; allocator(); T *allocate(size_t); void deallocate(T *, size_t); };
template <class T, size_t N> struct array {
  using value_type = T;
  using size_type = size_t;
  using reference = T &;
  using iterator = T *;
  using const_iterator = const T *;
  T elems[N ? N : 1];
  constexpr T &operator[](size_t i) { return elems[i]; }
  constexpr const T &operator[](size_t i) const { return elems[i]; }
  constexpr T &at(size_t i);
  constexpr const T &at(size_t i) const;
  constexpr size_t size() const noexcept { return N; }
  constexpr size_t max_size() const noexcept { return N; }
  constexpr bool empty() const noexcept { return N == 0; }
  constexpr T *data() noexcept { return elems; }
  constexpr const T *data() const noexcept { return elems; }
  constexpr T *begin() noexcept { return elems; }
  constexpr T *end() noexcept { return elems + N; }
  constexpr const T *begin() const noexcept { return elems; }
  constexpr const T *end() const noexcept { return elems + N; }
  constexpr const T *cbegin() const noexcept { return elems; }
  constexpr const T *cend() const noexcept { return elems + N; }
  T *rbegin();
  T *rend();
  constexpr T &front() { return elems[0]; }
  constexpr T &back() { return elems[N - 1]; }
  constexpr const T &front() const { return elems[0]; }
  constexpr const T &back() const { return elems[N - 1]; }
  void fill(const T &);
};
template <class T, class... U> array(T, U...) -> array<T, 1 + sizeof...(U)>;
template <class T, size_t N> struct tuple_size<array<T, N>> : integral_constant<size_t, N> {};
template <size_t I, class T, size_t N> struct tuple_element<I, array<T, N>> { using type = T; };
template <size_t I, class T, size_t N> constexpr T &get(array<T, N> &a) { return a.elems[I]; }
template <size_t I, class T, size_t N> constexpr const T &get(const array<T, N> &a) { return a.elems[I]; }
template <class T, size_t N> bool operator==(const array<T, N> &, const array<T, N> &);
template <class A, class B> struct pair {
  using first_type = A;
  using second_type = B;
  A first;
  B second;
  constexpr pair() : first(), second() {}
  constexpr pair(const A &a, const B &b) : first(a), second(b) {}
  template <class U, class V> constexpr pair(U &&u, V &&v) : first(static_cast<U &&>(u)), second(static_cast<V &&>(v)) {}
  template <class U, class V> constexpr pair(const pair<U, V> &p) : first(p.first), second(p.second) {}
  void swap(pair &);
};
template <class A, class B> pair(A, B) -> pair<A, B>;
template <class A, class B> constexpr pair<typename decay<A>::type, typename decay<B>::type> make_pair(A &&a, B &&b) { return {a, b}; }
template <class A, class B> struct tuple_size<pair<A, B>> : integral_constant<size_t, 2> {};
template <class A, class B> struct tuple_element<0, pair<A, B>> { using type = A; };
template <class A, class B> struct tuple_element<1, pair<A, B>> { using type = B; };
template <size_t I, class A, class B> constexpr typename tuple_element<I, pair<A, B>>::type &get(pair<A, B> &p) noexcept;
template <size_t I, class A, class B> constexpr const typename tuple_element<I, pair<A, B>>::type &get(const pair<A, B> &p) noexcept;
template <size_t I, class A, class B> constexpr typename tuple_element<I, pair<A, B>>::type &&get(pair<A, B> &&p) noexcept;
template <class A, class B> bool operator==(const pair<A, B> &, const pair<A, B> &);
template <class A, class B> bool operator<(const pair<A, B> &, const pair<A, B> &);
template <class... T> struct tuple;
template <> struct tuple<> { constexpr tuple() {} };
template <class H, class... R> struct tuple<H, R...> {
  H head;
  tuple<R...> tail;
  constexpr tuple() : head(), tail() {}
  constexpr tuple(const H &h, const R &...r) : head(h), tail(r...) {}
  template <class U, class... V, enable_if_t<sizeof...(V) == sizeof...(R) && __is_constructible(H, U), int> = 0> constexpr tuple(U &&u, V &&...v) : head(static_cast<U &&>(u)), tail(static_cast<V &&>(v)...) {}
  template <class U, class... V> constexpr tuple(const tuple<U, V...> &t) : head(t.head), tail(t.tail) {}
  template <class U, class V> constexpr tuple(const pair<U, V> &p);
  template <class U, class... V> tuple &operator=(const tuple<U, V...> &);
  template <class U, class V> tuple &operator=(const pair<U, V> &);
};
template <class... T> tuple(T...) -> tuple<T...>;
template <class... T> struct tuple_size<tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <size_t I, class H, class... R> struct tuple_element<I, tuple<H, R...>> : tuple_element<I - 1, tuple<R...>> {};
template <class H, class... R> struct tuple_element<0, tuple<H, R...>> { using type = H; };
template <size_t I, class... T> constexpr typename tuple_element<I, tuple<T...>>::type &get(tuple<T...> &t) noexcept;
template <size_t I, class... T> constexpr const typename tuple_element<I, tuple<T...>>::type &get(const tuple<T...> &t) noexcept;
template <size_t I, class... T> constexpr typename tuple_element<I, tuple<T...>>::type &&get(tuple<T...> &&t) noexcept;
template <class X, class... T> constexpr X &get(tuple<T...> &t) noexcept;
template <class X, class... T> constexpr const X &get(const tuple<T...> &t) noexcept;
template <class... T> constexpr tuple<typename decay<T>::type...> make_tuple(T &&...t) { return tuple<typename decay<T>::type...>(static_cast<T &&>(t)...); }
template <class... T> constexpr tuple<T &...> tie(T &...t) noexcept;
template <class... T> constexpr tuple<T &&...> forward_as_tuple(T &&...t) noexcept;
template <class F, class T, size_t... I> constexpr auto __hl_apply(F &&f, T &&t, index_sequence<I...>) -> decltype(f(std::get<I>(t)...));
template <class F, class T> constexpr auto apply(F &&f, T &&t) -> decltype(__hl_apply(f, t, make_index_sequence<tuple_size<remove_cvref_t<T>>::value>{}));
template <class T, class U> T make_from_tuple(U &&u);
template <class... T, class... U> auto tuple_cat(const tuple<T...> &, const tuple<U...> &) -> tuple<T..., U...>;
template <class... T, class... U, class... V> auto tuple_cat(const tuple<T...> &, const tuple<U...> &, const tuple<V...> &) -> tuple<T..., U..., V...>;
template <class... T> bool operator==(const tuple<T...> &, const tuple<T...> &);
template <class... T> bool operator<(const tuple<T...> &, const tuple<T...> &);
struct __hl_ignore { template <class T> const __hl_ignore &operator=(const T &) const; };
inline constexpr __hl_ignore ignore{};
template <class T, class A = allocator<T>> struct vector {
  using value_type = T;
  using size_type = size_t;
  using difference_type = long;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using const_iterator = const T *;
  using reverse_iterator = T *;
  vector();
  explicit vector(size_t n);
  vector(size_t n, const T &value);
  vector(initializer_list<T> values);
  template <class I, enable_if_t<!__is_integral(I), int> = 0> vector(I first, I last);
  vector(const vector &);
  vector(vector &&) noexcept;
  ~vector();
  vector &operator=(const vector &);
  vector &operator=(vector &&) noexcept;
  vector &operator=(initializer_list<T>);
  size_t size() const noexcept;
  size_t capacity() const noexcept;
  bool empty() const noexcept;
  T &operator[](size_t i);
  const T &operator[](size_t i) const;
  T &at(size_t i);
  const T &at(size_t i) const;
  T &front();
  const T &front() const;
  T &back();
  const T &back() const;
  T *data() noexcept;
  const T *data() const noexcept;
  iterator begin() noexcept;
  iterator end() noexcept;
  const_iterator begin() const noexcept;
  const_iterator end() const noexcept;
  const_iterator cbegin() const noexcept;
  const_iterator cend() const noexcept;
  iterator rbegin() noexcept;
  iterator rend() noexcept;
  const_iterator rbegin() const noexcept;
  const_iterator rend() const noexcept;
  void push_back(const T &);
  void push_back(T &&);
  template <class... U> T &emplace_back(U &&...);
  template <class... U> iterator emplace(const_iterator, U &&...);
  void pop_back();
  void reserve(size_t);
  void resize(size_t);
  void resize(size_t, const T &);
  void clear() noexcept;
  void assign(size_t, const T &);
  void assign(initializer_list<T>);
  template <class I, enable_if_t<!__is_integral(I), int> = 0> void assign(I first, I last);
  iterator insert(const_iterator, const T &);
  iterator insert(const_iterator, T &&);
  iterator insert(const_iterator, size_t, const T &);
  iterator insert(const_iterator, initializer_list<T>);
  template <class I, enable_if_t<!__is_integral(I), int> = 0> iterator insert(const_iterator, I first, I last);
  iterator erase(const_iterator);
  iterator erase(const_iterator, const_iterator);
  void swap(vector &);
  void shrink_to_fit();
};
template <class T> vector(initializer_list<T>) -> vector<T>;
template <class T> vector(size_t, T) -> vector<T>;
template <class I> vector(I, I) -> vector<typename iterator_traits<I>::value_type>;
template <class T, class A> bool operator==(const vector<T, A> &, const vector<T, A> &);
template <class T, class A> bool operator!=(const vector<T, A> &, const vector<T, A> &);
template <class T, class A> bool operator<(const vector<T, A> &, const vector<T, A> &);
template <class T> struct __hl_sequence {
  using value_type = T;
  using size_type = size_t;
  using reference = T &;
  struct iterator { using value_type = T; using reference = T &; T &operator*() const; T *operator->() const; iterator &operator++(); iterator operator++(int); iterator &operator--(); bool operator==(const iterator &) const; bool operator!=(const iterator &) const; iterator operator+(long) const; long operator-(const iterator &) const; };
  using const_iterator = iterator;
  __hl_sequence();
  explicit __hl_sequence(size_t);
  __hl_sequence(size_t, const T &);
  __hl_sequence(initializer_list<T>);
  template <class I, enable_if_t<!__is_integral(I), int> = 0> __hl_sequence(I first, I last);
  size_t size() const;
  bool empty() const;
  T &operator[](size_t) const;
  T &front();
  T &back();
  const T &front() const;
  const T &back() const;
  iterator begin() const;
  iterator end() const;
  iterator rbegin() const;
  iterator rend() const;
  void push_back(const T &);
  void push_front(const T &);
  template <class... U> T &emplace_back(U &&...);
  template <class... U> T &emplace_front(U &&...);
  void pop_back();
  void pop_front();
  void clear();
  void resize(size_t);
  iterator insert(iterator, const T &);
  iterator erase(iterator);
  iterator erase(iterator, iterator);
  void splice(iterator, __hl_sequence &, iterator);
};
template <class T, class A = allocator<T>> struct deque : __hl_sequence<T> { using __hl_sequence<T>::__hl_sequence; };
template <class T, class A = allocator<T>> struct list : __hl_sequence<T> { using __hl_sequence<T>::__hl_sequence; };
template <class T, class C = deque<T>> struct queue { void push(const T &); void push(T &&); template <class... U> void emplace(U &&...); T &front(); T &back(); void pop(); bool empty() const; size_t size() const; };
template <class T, class C = deque<T>> struct stack { void push(const T &); T &top(); void pop(); bool empty() const; size_t size() const; };
template <class T> struct less { constexpr bool operator()(const T &a, const T &b) const { return a < b; } };
template <class T = void> struct greater { constexpr bool operator()(const T &a, const T &b) const { return b < a; } };
template <> struct greater<void> { template <class A, class B> constexpr bool operator()(const A &a, const B &b) const { return b < a; } };
template <class T = void> struct plus { constexpr T operator()(const T &a, const T &b) const { return a + b; } };
template <> struct plus<void> { template <class A, class B> constexpr auto operator()(const A &a, const B &b) const { return a + b; } };
template <class T = void> struct minus { constexpr T operator()(const T &a, const T &b) const { return a - b; } };
template <class T = void> struct multiplies { constexpr T operator()(const T &a, const T &b) const { return a * b; } };
template <> struct multiplies<void> { template <class A, class B> constexpr auto operator()(const A &a, const B &b) const { return a * b; } };
template <class T = void> struct equal_to { constexpr bool operator()(const T &a, const T &b) const { return a == b; } };
template <class T, class C = vector<T>, class L = less<T>> struct priority_queue { void push(const T &); template <class... U> void emplace(U &&...); const T &top() const; void pop(); bool empty() const; size_t size() const; };
template <class T> struct hash { size_t operator()(const T &) const; };
template <class K, class V> struct __hl_map {
  using key_type = K;
  using mapped_type = V;
  using value_type = pair<const K, V>;
  using size_type = size_t;
  using reference = value_type &;
  struct iterator { using value_type = pair<const K, V>; using reference = value_type &; value_type &operator*() const; value_type *operator->() const; iterator &operator++(); iterator operator++(int); iterator &operator--(); bool operator==(const iterator &) const; bool operator!=(const iterator &) const; };
  using const_iterator = iterator;
  __hl_map();
  __hl_map(initializer_list<value_type>);
  V &operator[](const K &);
  V &at(const K &);
  const V &at(const K &) const;
  size_t size() const;
  size_t count(const K &) const;
  bool contains(const K &) const;
  bool empty() const;
  iterator find(const K &) const;
  iterator lower_bound(const K &) const;
  iterator upper_bound(const K &) const;
  iterator begin() const;
  iterator end() const;
  iterator cbegin() const;
  iterator cend() const;
  iterator rbegin() const;
  iterator rend() const;
  pair<iterator, bool> insert(const value_type &);
  template <class P> pair<iterator, bool> insert(P &&);
  template <class... U> pair<iterator, bool> emplace(U &&...);
  template <class... U> pair<iterator, bool> try_emplace(const K &, U &&...);
  template <class M> pair<iterator, bool> insert_or_assign(const K &, M &&);
  size_t erase(const K &);
  iterator erase(iterator);
  void clear();
  void reserve(size_t);
  void swap(__hl_map &);
};
template <class K, class V, class C = less<K>, class A = allocator<pair<const K, V>>> struct map : __hl_map<K, V> { using __hl_map<K, V>::__hl_map; };
template <class K, class V, class C = less<K>> struct multimap : __hl_map<K, V> { using __hl_map<K, V>::__hl_map; };
template <class K, class V, class H = hash<K>, class E = equal_to<K>, class A = allocator<pair<const K, V>>> struct unordered_map : __hl_map<K, V> { using __hl_map<K, V>::__hl_map; };
template <class K> struct __hl_set {
  using key_type = K;
  using value_type = K;
  struct iterator { using value_type = K; using reference = const K &; const K &operator*() const; const K *operator->() const; iterator &operator++(); bool operator==(const iterator &) const; bool operator!=(const iterator &) const; };
  using const_iterator = iterator;
  __hl_set();
  __hl_set(initializer_list<K>);
  template <class I> __hl_set(I first, I last);
  size_t size() const;
  size_t count(const K &) const;
  bool contains(const K &) const;
  bool empty() const;
  iterator find(const K &) const;
  iterator begin() const;
  iterator end() const;
  iterator rbegin() const;
  pair<iterator, bool> insert(const K &);
  template <class I> void insert(I first, I last);
  template <class... U> pair<iterator, bool> emplace(U &&...);
  size_t erase(const K &);
  iterator erase(iterator);
  void clear();
};
template <class K, class C = less<K>> struct set : __hl_set<K> { using __hl_set<K>::__hl_set; };
template <class K, class C = less<K>> struct multiset : __hl_set<K> { using __hl_set<K>::__hl_set; };
template <class K, class H = hash<K>, class E = equal_to<K>> struct unordered_set : __hl_set<K> { using __hl_set<K>::__hl_set; };
struct nullopt_t { explicit constexpr nullopt_t(int) {} };
inline constexpr nullopt_t nullopt{0};
template <class T> struct optional {
  using value_type = T;
  constexpr optional() noexcept;
  constexpr optional(nullopt_t) noexcept;
  constexpr optional(const optional &);
  template <class U = T, enable_if_t<__is_constructible(T, U &&), int> = 0> constexpr optional(U &&);
  optional &operator=(nullopt_t) noexcept;
  template <class U = T> optional &operator=(U &&);
  constexpr explicit operator bool() const noexcept;
  constexpr bool has_value() const noexcept;
  constexpr T &value() &;
  constexpr const T &value() const &;
  constexpr T &operator*() &;
  constexpr const T &operator*() const &;
  constexpr T *operator->();
  constexpr const T *operator->() const;
  template <class U> constexpr T value_or(U &&) const;
  template <class... U> T &emplace(U &&...);
  void reset() noexcept;
};
template <class T> optional(T) -> optional<T>;
template <class T> constexpr optional<typename decay<T>::type> make_optional(T &&);
template <class T> bool operator==(const optional<T> &, nullopt_t);
template <class T> bool operator!=(const optional<T> &, nullopt_t);
template <class T, class U> bool operator==(const optional<T> &, const U &);
template <class T, class U> bool operator!=(const optional<T> &, const U &);
struct monostate {};
template <class... T> struct variant {
  variant();
  template <class U> variant(U &&);
  template <class U> variant &operator=(U &&);
  size_t index() const noexcept;
  template <class U, class... A> U &emplace(A &&...);
};
template <class T, class... U> T &get(variant<U...> &);
template <class T, class... U> const T &get(const variant<U...> &);
template <class T, class... U> T *get_if(variant<U...> *);
template <class T, class... U> const T *get_if(const variant<U...> *);
template <class T, class... U> bool holds_alternative(const variant<U...> &) noexcept;
template <class H, class... R> struct __hl_first { using type = H; };
template <class F, class H, class... R> auto visit(F &&f, variant<H, R...> &v) -> decltype(f(declval<H &>()));
template <class F, class H, class... R> auto visit(F &&f, const variant<H, R...> &v) -> decltype(f(declval<const H &>()));
template <class F, class H, class... R> auto visit(F &&f, variant<H, R...> &&v) -> decltype(f(declval<H &>()));
template <class F, class A, class... R, class B, class... S> auto visit(F &&f, const variant<A, R...> &v, const variant<B, S...> &w) -> decltype(f(declval<const A &>(), declval<const B &>()));
struct any { any(); template <class T> any(T &&); bool has_value() const; };
template <class T> T any_cast(const any &);
template <class F> struct function;
template <class R, class... A> struct function<R(A...)> {
  function();
  function(nullptr_t);
  template <class F> function(F);
  R operator()(A...) const;
  explicit operator bool() const noexcept;
};
template <class F, class... A> auto bind(F &&f, A &&...a);
template <class F, class... A> auto invoke(F &&f, A &&...a) -> decltype(f(static_cast<A &&>(a)...));
template <class T> struct reference_wrapper { operator T &() const; T &get() const; };
template <class T> reference_wrapper<T> ref(T &);
template <class T> reference_wrapper<const T> cref(const T &);
template <class T> struct default_delete { void operator()(T *) const; };
template <class T, class D = default_delete<T>> struct unique_ptr {
  using element_type = T;
  using pointer = T *;
  unique_ptr() noexcept;
  unique_ptr(nullptr_t) noexcept;
  explicit unique_ptr(T *) noexcept;
  unique_ptr(T *, const D &) noexcept;
  unique_ptr(unique_ptr &&) noexcept;
  template <class U, class E> unique_ptr(unique_ptr<U, E> &&) noexcept;
  unique_ptr &operator=(unique_ptr &&) noexcept;
  template <class U, class E> unique_ptr &operator=(unique_ptr<U, E> &&) noexcept;
  T &operator*() const;
  T *operator->() const noexcept;
  T *get() const noexcept;
  T *release() noexcept;
  void reset(T * = nullptr) noexcept;
  explicit operator bool() const noexcept;
};
template <class T, class D> struct unique_ptr<T[], D> {
  unique_ptr() noexcept;
  explicit unique_ptr(T *) noexcept;
  unique_ptr(unique_ptr &&) noexcept;
  T &operator[](size_t) const;
  T *get() const noexcept;
  void reset(T * = nullptr) noexcept;
  explicit operator bool() const noexcept;
};
template <class T> struct __hl_made { using type = unique_ptr<T>; };
template <class T> struct __hl_made<T[]> { using type = unique_ptr<T[]>; };
template <class T, class... A> typename __hl_made<T>::type make_unique(A &&...);
template <class T> struct shared_ptr {
  using element_type = T;
  shared_ptr() noexcept;
  shared_ptr(nullptr_t) noexcept;
  template <class U> explicit shared_ptr(U *);
  template <class U, class D> shared_ptr(U *, D);
  shared_ptr(const shared_ptr &) noexcept;
  template <class U> shared_ptr(const shared_ptr<U> &) noexcept;
  template <class U, class D> shared_ptr(unique_ptr<U, D> &&);
  shared_ptr &operator=(const shared_ptr &) noexcept;
  template <class U> shared_ptr &operator=(const shared_ptr<U> &) noexcept;
  T &operator*() const noexcept;
  T *operator->() const noexcept;
  T *get() const noexcept;
  void reset() noexcept;
  template <class U> void reset(U *);
  long use_count() const noexcept;
  explicit operator bool() const noexcept;
};
template <class T> struct weak_ptr { weak_ptr(); weak_ptr(const shared_ptr<T> &); shared_ptr<T> lock() const; bool expired() const; };
template <class T> struct enable_shared_from_this { shared_ptr<T> shared_from_this(); };
template <class T, class... A> shared_ptr<T> make_shared(A &&...);
template <class T, class U> shared_ptr<T> static_pointer_cast(const shared_ptr<U> &);
template <class T, class U> shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U> &);
template <class T> bool operator==(const shared_ptr<T> &, nullptr_t);
template <class T> bool operator!=(const shared_ptr<T> &, nullptr_t);
template <class T, class D> bool operator==(const unique_ptr<T, D> &, nullptr_t);
template <class T, class D> bool operator!=(const unique_ptr<T, D> &, nullptr_t);
template <size_t N> struct bitset { bitset(); bitset(unsigned long long); bool operator[](size_t) const; bool test(size_t) const; size_t count() const; bitset &set(size_t, bool = true); bitset &reset(); unsigned long to_ulong() const; string to_string() const; };
template <class T> struct complex { T re, im; constexpr complex(T r = T(), T i = T()) : re(r), im(i) {} constexpr T real() const { return re; } constexpr T imag() const { return im; } };
template <class T> struct atomic {
  atomic() noexcept;
  constexpr atomic(T) noexcept;
  T load(int order = 5) const noexcept;
  void store(T, int order = 5) noexcept;
  T exchange(T) noexcept;
  T fetch_add(T, int order = 5) noexcept;
  T fetch_sub(T, int order = 5) noexcept;
  bool compare_exchange_weak(T &, T, int order = 5) noexcept;
  bool compare_exchange_strong(T &, T, int order = 5) noexcept;
  operator T() const noexcept;
  T operator=(T) noexcept;
  T operator++() noexcept;
  T operator++(int) noexcept;
  T operator--() noexcept;
  T operator+=(T) noexcept;
};
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
void atomic_thread_fence(memory_order) noexcept;
struct atomic_flag { bool test_and_set(memory_order = memory_order_seq_cst) noexcept; void clear(memory_order = memory_order_seq_cst) noexcept; };
struct mutex { mutex(); void lock(); bool try_lock(); void unlock(); };
struct recursive_mutex { recursive_mutex(); void lock(); void unlock(); };
struct shared_mutex { shared_mutex(); void lock(); void unlock(); void lock_shared(); void unlock_shared(); };
template <class... M> struct lock_guard { explicit lock_guard(M &...); };
template <class... M> struct scoped_lock { explicit scoped_lock(M &...); };
template <class M> struct unique_lock { unique_lock(); explicit unique_lock(M &); void lock(); void unlock(); bool owns_lock() const; };
template <class M> struct shared_lock { explicit shared_lock(M &); };
struct once_flag { constexpr once_flag() noexcept {} };
template <class F, class... A> void call_once(once_flag &, F &&, A &&...);
struct condition_variable { void notify_one(); void notify_all(); void wait(unique_lock<mutex> &); template <class P> void wait(unique_lock<mutex> &, P); };
struct thread {
  struct id { bool operator==(id) const; };
  thread() noexcept;
  template <class F, class... A> explicit thread(F &&, A &&...);
  void join();
  void detach();
  bool joinable() const;
  id get_id() const;
  static unsigned hardware_concurrency() noexcept;
};
template <class T> struct future { T get(); void wait() const; bool valid() const; };
template <class T> struct promise { future<T> get_future(); void set_value(const T &); };
enum class launch { async = 1, deferred = 2 };
template <class F, class... A> auto async(launch, F &&f, A &&...a) -> future<decltype(f(static_cast<A &&>(a)...))>;
namespace this_thread {
void yield() noexcept;
template <class D> void sleep_for(const D &);
thread::id get_id();
}
template <long N, long D = 1> struct ratio { static constexpr long num = N; static constexpr long den = D; };
using nano = ratio<1, 1000000000>;
using micro = ratio<1, 1000000>;
using milli = ratio<1, 1000>;
namespace chrono {
template <class R, class P = ratio<1>> struct duration { using rep = R; using period = P; constexpr duration(R = R()); template <class S, class Q> constexpr duration(const duration<S, Q> &); constexpr R count() const; };
template <class R, class P> duration<R, P> operator-(const duration<R, P> &, const duration<R, P> &);
template <class R, class P> duration<R, P> operator+(const duration<R, P> &, const duration<R, P> &);
using nanoseconds = duration<long, nano>;
using microseconds = duration<long, micro>;
using milliseconds = duration<long, milli>;
using seconds = duration<long>;
using minutes = duration<long, ratio<60>>;
template <class C, class D = nanoseconds> struct time_point { D time_since_epoch() const; };
template <class C, class D> D operator-(const time_point<C, D> &, const time_point<C, D> &);
template <class C, class D> bool operator<(const time_point<C, D> &, const time_point<C, D> &);
template <class D, class R, class P> constexpr D duration_cast(const duration<R, P> &);
struct system_clock { using duration = nanoseconds; using time_point = chrono::time_point<system_clock>; static time_point now() noexcept; static long to_time_t(const time_point &) noexcept; };
struct steady_clock { using duration = nanoseconds; using time_point = chrono::time_point<steady_clock>; static time_point now() noexcept; };
struct high_resolution_clock { using duration = nanoseconds; using time_point = chrono::time_point<high_resolution_clock>; static time_point now() noexcept; };
}
struct ios_base {
  enum openmode { app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32 };
  enum seekdir { beg, cur, end };
  struct fmtflags {};
  static const fmtflags fixed, hex, dec;
  static bool sync_with_stdio(bool);
};
ios_base::openmode operator|(ios_base::openmode, ios_base::openmode);
struct ios : ios_base { explicit operator bool() const; bool operator!() const; bool good() const; bool eof() const; bool fail() const; bool bad() const; long precision(long); long precision() const; long width(long); fmtflags flags() const; fmtflags flags(fmtflags); char fill(char); void clear(); };
struct streambuf {};
struct ostream : ios {
  ostream &operator<<(bool);
  ostream &operator<<(int);
  ostream &operator<<(unsigned);
  ostream &operator<<(long);
  ostream &operator<<(unsigned long);
  ostream &operator<<(long long);
  ostream &operator<<(unsigned long long);
  ostream &operator<<(float);
  ostream &operator<<(double);
  ostream &operator<<(const void *);
  ostream &operator<<(ostream &(*)(ostream &));
  ostream &operator<<(ios_base &(*)(ios_base &));
  ostream &put(char);
  ostream &write(const char *, long);
  ostream &flush();
  streambuf *rdbuf() const;
  streambuf *rdbuf(streambuf *);
};
ostream &operator<<(ostream &, char);
ostream &operator<<(ostream &, signed char);
ostream &operator<<(ostream &, unsigned char);
ostream &operator<<(ostream &, const char *);
ostream &operator<<(ostream &, const string &);
ostream &operator<<(ostream &, const string_view &);
ostream &operator<<(ostream &, thread::id);
struct istream : ios {
  istream &operator>>(int &);
  istream &operator>>(unsigned &);
  istream &operator>>(long &);
  istream &operator>>(unsigned long &);
  istream &operator>>(float &);
  istream &operator>>(double &);
  istream &operator>>(bool &);
  istream &read(char *, long);
  int get();
  int peek();
  istream &get(char &);
  istream &ignore(long = 1, int = -1);
  istream &seekg(long);
  istream &seekg(long, seekdir);
  long tellg();
  long gcount() const;
};
istream &operator>>(istream &, char &);
istream &operator>>(istream &, string &);
istream &getline(istream &, string &);
istream &getline(istream &, string &, char);
struct iostream : ostream, istream {};
struct stringstream : ostream { stringstream(); stringstream(const string &); string str() const; void str(const string &); operator istream &(); template <class T> stringstream &operator>>(T &); };
struct ostringstream : ostream { ostringstream(); string str() const; void str(const string &); };
struct istringstream : istream { istringstream(const string &); string str() const; };
struct ofstream : ostream { ofstream(); ofstream(const string &, ios_base::openmode = ios_base::out); void open(const string &, ios_base::openmode = ios_base::out); bool is_open() const; void close(); };
struct ifstream : istream { ifstream(); ifstream(const string &, ios_base::openmode = ios_base::in); void open(const string &, ios_base::openmode = ios_base::in); bool is_open() const; void close(); streambuf *rdbuf() const; };
struct fstream : iostream { fstream(); fstream(const string &, ios_base::openmode = ios_base::in); bool is_open() const; void close(); };
template <class T> struct istreambuf_iterator { istreambuf_iterator(); istreambuf_iterator(istream &); };
template <class T> struct istream_iterator { istream_iterator(); istream_iterator(istream &); };
template <class T> struct ostream_iterator { ostream_iterator(ostream &, const char * = nullptr); };
extern ostream cout;
extern ostream cerr;
extern ostream clog;
extern istream cin;
ostream &endl(ostream &);
ostream &flush(ostream &);
ios_base &fixed(ios_base &);
ios_base &scientific(ios_base &);
ios_base &hex(ios_base &);
ios_base &dec(ios_base &);
ios_base &boolalpha(ios_base &);
ios_base &left(ios_base &);
ios_base &right(ios_base &);
ios_base &defaultfloat(ios_base &);
struct __hl_manipulator {};
__hl_manipulator setw(int);
__hl_manipulator setprecision(int);
__hl_manipulator setfill(char);
ostream &operator<<(ostream &, __hl_manipulator);
struct mt19937 { using result_type = unsigned; mt19937(unsigned long = 5489u); unsigned operator()(); void seed(unsigned long); void discard(unsigned long long); static constexpr unsigned min() { return 0; } static constexpr unsigned max() { return 4294967295u; } };
struct mt19937_64 { using result_type = unsigned long; mt19937_64(unsigned long = 5489u); unsigned long operator()(); void seed(unsigned long); };
struct minstd_rand { using result_type = unsigned; minstd_rand(unsigned = 1); unsigned operator()(); };
struct default_random_engine { using result_type = unsigned; default_random_engine(unsigned = 1); unsigned operator()(); };
struct random_device { unsigned operator()(); };
template <class T = int> struct uniform_int_distribution { uniform_int_distribution(T = 0, T = numeric_limits<T>::max()); template <class G> T operator()(G &); };
template <class T = double> struct uniform_real_distribution { uniform_real_distribution(T = 0, T = 1); template <class G> T operator()(G &); };
template <class T = double> struct normal_distribution { normal_distribution(T = 0, T = 1); template <class G> T operator()(G &); };
struct bernoulli_distribution { bernoulli_distribution(double = 0.5); template <class G> bool operator()(G &); };
namespace filesystem {
struct path { path(); path(const string &); path(const char *); string string() const; path parent_path() const; path filename() const; path extension() const; path stem() const; const char *c_str() const; path operator/(const path &) const; path &operator/=(const path &); bool empty() const; };
bool exists(const path &);
bool create_directory(const path &);
bool create_directories(const path &);
bool remove(const path &);
bool is_directory(const path &);
path current_path();
path temp_directory_path();
path absolute(const path &);
unsigned long file_size(const path &);
}
namespace literals {
string operator""s(const char *, size_t);
}
namespace execution {
struct parallel_policy {};
struct sequenced_policy {};
struct parallel_unsequenced_policy {};
inline constexpr parallel_policy par{};
inline constexpr sequenced_policy seq{};
inline constexpr parallel_unsequenced_policy par_unseq{};
}
struct regex { regex(const string &); };
struct smatch { string str(size_t = 0) const; size_t size() const; };
bool regex_search(const string &, smatch &, const regex &);
bool regex_match(const string &, smatch &, const regex &);
bool regex_match(const string &, const regex &);
string regex_replace(const string &, const regex &, const string &);
}
