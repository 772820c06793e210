package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes of two modules disturb each other: each has a JVM of its own module, also in a look. */
class ModuleConflictIT {
  @TempDir private Path scratch;

  @Test
  void theConflictIsExplainedAndNoModuleIsDistrusted() throws Exception {
    RealRun run = new RealRun(scratch, "conflict-of-modules");
    RealRun.Result found = run.run("--slaves", "2");
    // The two may not meet: one JVM starts so late that the other one has run its class.
    for (int again = 0; again < 6 && !found.out().contains("Conflicts: "); again++) {
      assertThat(found.code())
          .as("no explanation, no green run: %s", found.out())
          .isEqualTo(found.out().contains("FileAlreadyExistsException") ? 1 : 0);
      found = run.run("--slaves", "2");
    }

    assertThat(found.code()).as(found.err() + found.out()).isZero();
    assertThat(found.out())
        .containsPattern(
            "fails while \\w+:example\\.\\w+RepositoryTest runs in another JVM \\(4 of 4\\)")
        .contains(
            "passes with the host to itself (5 of 5)", "run again to find out why", ": explained");
    assertThat(run.project().resolve(".rrrspec/distrusted")).doesNotExist();

    RealRun.Result second = run.run("--slaves", "2");
    assertThat(second.code()).as(second.err() + second.out()).isZero();
    assertThat(second.err()).doesNotContain("compiling with", "was missing");
    assertThat(second.out()).doesNotContain("Conflicts");
    assertThat(run.left()).isEmpty();
  }
}
