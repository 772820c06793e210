package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestIdTest {
  @ParameterizedTest
  @CsvSource({
    "com.foo.BarTest, '', com.foo.BarTest,",
    "com.foo.BarTest@it, '', com.foo.BarTest, it",
    "BarTest@default-test, '', BarTest, default-test",
    "web/api:com.foo.BarTest@it.slow, web/api, com.foo.BarTest, it.slow",
    "in@dir:com.foo.BarTest, in@dir, com.foo.BarTest,",
    "in@dir:com.foo.BarTest@it, in@dir, com.foo.BarTest, it",
    "src/test/java/com/foo/BarTest.java, '', com.foo.BarTest,",
    "./src/test/java/com/foo/BarTest.java, '', com.foo.BarTest,",
    "in@dir/src/test/kotlin/com/foo/BarTest.kt, in@dir, com.foo.BarTest,",
    "src/test/java/com/foo/BarTest.java@it, '', com.foo.BarTest, it",
    "com.foo.BarTest@a%3Ab%40c, '', com.foo.BarTest, a:b@c",
    "my module/web api:com.foo.BarTest@it, my module/web api, com.foo.BarTest, it",
    "com.foo.BarTest@, '', com.foo.BarTest@,",
    "@it, '', @it,",
  })
  void a_text_names_module_class_and_execution(
      String text, String module, String className, String execution) {
    assertThat(TestId.parse(text)).isEqualTo(new TestId(module, className, execution));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"it", "a:b", "a/b", "a@b", "50 %", "täglich", "a+b", "*", "%41", "x.y-z_1", "a,b"})
  void whatever_maven_takes_as_an_id_comes_back(String execution) {
    TestId id = new TestId("web/api", "com.foo.Bar$BazTest", execution);
    assertThat(TestId.parse(id.toString())).isEqualTo(id);
    assertThat(id.toString()).startsWith("web/api:com.foo.Bar$BazTest@").doesNotContain(" ");
    assertThat(TestId.namesExecution(id.toString())).isTrue();
  }

  @Test
  void theDefaultExecutionIsLeftOut() {
    assertThat(new TestId("", "com.foo.BarTest", "default-test")).hasToString("com.foo.BarTest");
    assertThat(new TestId("", "com.foo.BarTest", null)).hasToString("com.foo.BarTest");
  }

  @Test
  void aCommandLineNamesNoExecution() {
    assertThat(TestId.namesExecution("mail jane@example.org")).isFalse();
    assertThat(TestId.namesExecution("bin/check a@b")).isFalse();
    assertThat(TestId.namesExecution("com.foo.BarTest")).isFalse();
  }

  @Test
  void aPathThatDoesNotShowWherePackagesBeginMayMeanSeveralClasses() {
    assertThat(TestId.classNames("tests/com/BarTest.java"))
        .containsExactly("tests.com.BarTest", "com.BarTest", "BarTest");
    assertThat(TestId.classNames("BarTest.java")).containsExactly("BarTest");
    assertThat(TestId.classNames("com.foo.java")).containsExactly("com.foo.java");
    assertThat(TestId.classNames("src/test/java/com/BarTest.java@it"))
        .containsExactly("com.BarTest");
  }
}
