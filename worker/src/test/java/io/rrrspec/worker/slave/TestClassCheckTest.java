package io.rrrspec.worker.slave;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(TestClassCheck.hasTests(type)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(classes = {EmptyFixture.class, Unfinished.class, NothingToRun.class})
  void aHelperHasNone(Class<?> type) {
    assertThat(TestClassCheck.hasTests(type)).isFalse();
  }

  abstract static class Unfinished {
    @Test
    void test() {}
  }

  static class NothingToRun {
    @Test
    private void hidden() {}
  }
}
