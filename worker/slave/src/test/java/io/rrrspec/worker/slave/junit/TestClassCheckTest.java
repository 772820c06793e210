package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.project.TestProvider;
import io.rrrspec.worker.slave.fixtures.EmptyFixture;
import io.rrrspec.worker.slave.fixtures.InheritedFixture;
import io.rrrspec.worker.slave.fixtures.JUnit3Fixture;
import io.rrrspec.worker.slave.fixtures.PlainFixture;
import io.rrrspec.worker.slave.fixtures.VintageFixture;
import io.rrrspec.worker.slave.fixtures.VintageParameterizedFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestClassCheckTest {
  @ParameterizedTest
  @ValueSource(
      classes = {
        PlainFixture.class,
        VintageFixture.class,
        VintageParameterizedFixture.class,
        JUnit3Fixture.class,
        InheritedFixture.class
      })
  void testsAreFoundWhoeverTheyWereWrittenFor(Class<?> type) {
    assertThat(TestClassCheck.hasTests(type, TestProvider.JUNIT_PLATFORM)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(classes = {EmptyFixture.class, Unfinished.class, NothingToRun.class})
  void aHelperHasNone(Class<?> type) {
    assertThat(TestClassCheck.hasTests(type, TestProvider.JUNIT_PLATFORM)).isFalse();
  }

  @Test
  void whatSurefireShowsToJUnit4ItselfAreTestsAlsoIfNoEngineSeesThem() {
    assertThat(TestClassCheck.hasTests(Hidden.class, TestProvider.JUNIT4)).isTrue();
    assertThat(TestClassCheck.hasTests(Hidden.class, TestProvider.JUNIT_PLATFORM)).isFalse();
  }

  @Test
  void withoutJUnit4APlainClassWithTestMethodsHasTests() {
    assertThat(TestClassCheck.hasTests(Plain.class, TestProvider.JUNIT3)).isTrue();
    assertThat(TestClassCheck.hasTests(Plain.class, TestProvider.JUNIT4)).isFalse();
    assertThat(TestClassCheck.hasTests(EmptyFixture.class, TestProvider.JUNIT3)).isFalse();
  }

  static class Hidden {
    @org.junit.Test
    @SuppressWarnings("UnusedMethod")
    private void hidden() {}
  }

  public static class Plain {
    public void testIt() {}
  }

  abstract static class Unfinished {
    @Test
    void test() {}
  }

  static class NothingToRun {
    @Test
    @SuppressWarnings("UnusedMethod")
    private void hidden() {}
  }
}
