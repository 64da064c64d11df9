// GoogleTest and fmt, as tests and tools beside the kernels use them.
#define TEST(suite, name) void test_##suite##_##name()
#define TEST_F(fixture, name) struct fixture##_##name : fixture { void body(); }; void fixture##_##name::body()
#define TEST_P(fixture, name) TEST_F(fixture, name)
#define TYPED_TEST(fixture, name) template <class TypeParam> struct fixture##_##name : fixture<TypeParam> { using TestFixture = fixture<TypeParam>; void body(); }; template <class TypeParam> void fixture##_##name<TypeParam>::body()
#define TYPED_TEST_SUITE(fixture, types)
#define INSTANTIATE_TEST_SUITE_P(...)
#define EXPECT_TRUE(...) __hl_expect((__VA_ARGS__))
#define EXPECT_FALSE(...) __hl_expect((__VA_ARGS__))
#define ASSERT_TRUE(...) __hl_expect((__VA_ARGS__))
#define ASSERT_FALSE(...) __hl_expect((__VA_ARGS__))
#define EXPECT_EQ(...) __hl_expect(__VA_ARGS__)
#define EXPECT_NE(...) __hl_expect(__VA_ARGS__)
#define EXPECT_LT(...) __hl_expect(__VA_ARGS__)
#define EXPECT_LE(...) __hl_expect(__VA_ARGS__)
#define EXPECT_GT(...) __hl_expect(__VA_ARGS__)
#define EXPECT_GE(...) __hl_expect(__VA_ARGS__)
#define EXPECT_NEAR(...) __hl_expect(__VA_ARGS__)
#define EXPECT_THROW(statement, type) do { statement; } while (0)
#define EXPECT_NO_THROW(statement) do { statement; } while (0)
#define ASSERT_EQ(...) __hl_expect(__VA_ARGS__)
#define ASSERT_NE(...) __hl_expect(__VA_ARGS__)
#define ASSERT_NEAR(...) __hl_expect(__VA_ARGS__)
#define GTEST_SKIP() return __hl_skip() & std::cerr
#define FAIL() std::cerr
#define SUCCEED()
template <class... A> std::ostream &__hl_expect(const A &...);
struct __hl_skip { void operator&(std::ostream &) const; };
namespace testing {
struct Test { virtual void SetUp(); virtual void TearDown(); static bool HasFailure(); };
template <class P> struct TestWithParam : Test { using ParamType = P; static const P &GetParam(); };
template <class... T> struct Types {};
void InitGoogleTest(int *argc, char **argv);
template <class... A> __hl_unknown Values(A &&...);
template <class... A> __hl_unknown ValuesIn(A &&...);
template <class... A> __hl_unknown Combine(A &&...);
}
int RUN_ALL_TESTS();
namespace fmt {
template <class... A> std::string format(const char *text, A &&...);
template <class... A> void print(const char *text, A &&...);
}
