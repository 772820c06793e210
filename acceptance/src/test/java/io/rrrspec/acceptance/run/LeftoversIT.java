package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that pass and leave a JVM in which the next one cannot run: a SecurityManager, a full heap,
 * closed streams, a System.exit that hangs. All of them are run, and none is red for another.
 */
class LeftoversIT {
  @TempDir Path scratch;

  @Test
  void whatOneClassLeavesHarmsNoOtherClass() throws Exception {
    RealRun run = new RealRun(scratch, "leftovers");
    RealRun.Result result = run.run("--slaves", "1", "--max-trials", "3");

    assertThat(result.suites().failures()).isEmpty();
    assertThat(result.code()).as(result.out() + result.err()).isZero();
    assertThat(result.out()).contains("12 passed");
  }
}
