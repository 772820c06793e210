package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.project.TestProvider;
import io.rrrspec.worker.slave.fixtures.EmptyFixture;
import io.rrrspec.worker.slave.fixtures.InheritedFixture;
import io.rrrspec.worker.slave.fixtures.JUnit3Fixture;
import io.rrrspec.worker.slave.fixtures.PlainFixture;
import io.rrrspec.worker.slave.fixtures.VintageFixture;
import io.rrrspec.worker.slave.fixtures.VintageParameterizedFixture;
import java.util.Set;
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
    assertThat(TestClassCheck.styleOf(type, TestProvider.JUNIT_PLATFORM)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(classes = {EmptyFixture.class, Unfinished.class, NothingToRun.class})
  void aHelperHasNone(Class<?> type) {
    assertThat(TestClassCheck.styleOf(type, TestProvider.JUNIT_PLATFORM)).isNull();
  }

  @Test
  void whatSurefireShowsToJUnit4ItselfAreTestsAlsoIfNoEngineSeesThem() {
    assertThat(TestClassCheck.styleOf(Hidden.class, TestProvider.JUNIT4)).isNotNull();
    assertThat(TestClassCheck.styleOf(Hidden.class, TestProvider.JUNIT_PLATFORM)).isNull();
  }

  @Test
  void withoutJUnit4APlainClassWithTestMethodsHasTests() {
    assertThat(TestClassCheck.styleOf(Plain.class, TestProvider.JUNIT3)).isNotNull();
    assertThat(TestClassCheck.styleOf(Plain.class, TestProvider.JUNIT4)).isNull();
    assertThat(TestClassCheck.styleOf(EmptyFixture.class, TestProvider.JUNIT3)).isNull();
  }

  @Test
  void theStyleSaysWhichEngineIsMissing() {
    TestStyle old = TestClassCheck.styleOf(JUnit3Fixture.class, TestProvider.JUNIT_PLATFORM);
    assertThat(old).isEqualTo(TestStyle.JUNIT3);
    assertThat(TestStyle.JUNIT3.whyNot(Set.of("junit-jupiter")))
        .isEqualTo("no engine for JUnit 3: add org.junit.vintage:junit-vintage-engine");
    assertThat(TestStyle.JUNIT3.whyNot(Set.of("junit-vintage")))
        .isEqualTo("the engine junit-vintage finds no test in it");
    assertThat(TestClassCheck.styleOf(Suite.class, TestProvider.JUNIT_PLATFORM))
        .isEqualTo(TestStyle.JUNIT3);
    assertThat(TestClassCheck.styleOf(PlainFixture.class, TestProvider.JUNIT_PLATFORM))
        .isEqualTo(TestStyle.JUPITER);
  }

  @Test
  void whatSurefireWouldRunWithoutAnEngineIsTold() {
    assertThat(TestStyle.JUNIT4.isRunBy(TestProvider.JUNIT4)).isTrue();
    assertThat(TestStyle.PLAIN.isRunBy(TestProvider.JUNIT3)).isTrue();
    assertThat(TestStyle.JUPITER.isRunBy(TestProvider.JUNIT4)).isFalse();
    for (TestStyle style : TestStyle.values()) {
      assertThat(style.isRunBy(TestProvider.JUNIT_PLATFORM)).as(style.words()).isFalse();
    }
  }

  @Test
  void whereTestNgItselfHasLookedThereIsNothingToFind() {
    assertThat(TestStyle.TESTNG.findsAll(Set.of("junit-vintage", "testng"))).isTrue();
    assertThat(TestStyle.TESTNG.findsAll(Set.of("junit-vintage"))).isFalse();
    assertThat(TestStyle.JUNIT4.findsAll(Set.of("junit-vintage", "testng"))).isFalse();
  }

  public static class Suite {
    public static junit.framework.Test suite() {
      return new junit.framework.TestSuite();
    }
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
