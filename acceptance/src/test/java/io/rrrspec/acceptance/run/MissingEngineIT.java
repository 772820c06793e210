package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes whose tests no engine runs: Surefire passes over them without a word. */
class MissingEngineIT {
  @TempDir Path scratch;

  @Test
  void theyAreListedAndCountNowhereOrFailIfSomebodyWantsThat() throws Exception {
    RealRun run = new RealRun(scratch, "missing-engines");
    RealRun.Result result = run.run();
    assertThat(result.code()).as(result.err() + result.out()).isZero();
    assertThat(result.suites().counts()).containsOnlyKeys("example.NewTest");
    assertThat(result.out().replaceAll("\\s+", " "))
        .contains(
            "PASSED 2 passed of 2 tests",
            "Not run 1 class: example.AnnotatedTest no engine for JUnit 4: add"
                + " org.junit.vintage:junit-vintage-engine",
            "Not run 2 classes: example.AllTests, example.OldTest no engine for JUnit 3: add"
                + " org.junit.vintage:junit-vintage-engine");

    Files.writeString(run.project().resolve(".rrrspec.yml"), "missing_engine: fail\n");
    RealRun.Result red = run.run("--max-trials", "1");
    assertThat(red.code()).as(red.err() + red.out()).isEqualTo(1);
    assertThat(red.suites().failures())
        .containsOnlyKeys("example.AllTests", "example.AnnotatedTest", "example.OldTest");
    assertThat(red.out()).contains("(missing_engine: fail)");
    assertThat(run.left()).isEmpty();
  }
}
