package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunnerTest {
  @Test
  void aSpecFileNamesAClassAndItsModule() {
    assertThat(Runner.JUNIT.testId("com.foo.BarTest"))
        .isEqualTo(new TestId("", "com.foo.BarTest", null));
    assertThat(Runner.JUNIT.testId("web/api:com.foo.BarTest"))
        .isEqualTo(new TestId("web/api", "com.foo.BarTest", null));
    assertThat(Runner.JUNIT.testId("web/src/test/kotlin/com/foo/BarTest.kt"))
        .isEqualTo(new TestId("web", "com.foo.BarTest", null));
    assertThat(Runner.JUNIT.testId("src/test/java/com/foo/BarTest.java"))
        .isEqualTo(new TestId("", "com.foo.BarTest", null));
    assertThat(Runner.JUNIT.testId("web:com.foo.BarTest@it"))
        .isEqualTo(new TestId("web", "com.foo.BarTest", "it"));
  }

  @Test
  void aCommandIsNotParsed() {
    assertThat(Runner.COMMAND.testId("make x:y@z")).isEqualTo(new TestId("", "make x:y@z", null));
  }

  @Test
  void aRunWithoutARunnerBringsItsOwnSlaves() {
    assertThat(Runner.of("")).isEqualTo(Runner.JUNIT);
    assertThat(Runner.of("").needsOurWorkers()).isFalse();
    assertThat(Runner.of("command").needsOurWorkers()).isTrue();
  }

  @Test
  void aRunnerOfALaterVersionKeepsItsNameAndGoesToNobodyElse() {
    Runner later = Runner.of("later");
    assertThat(later).hasToString("later");
    assertThat(later.runsCommands()).isFalse();
    assertThat(later.needsOurWorkers()).isTrue();
  }
}
