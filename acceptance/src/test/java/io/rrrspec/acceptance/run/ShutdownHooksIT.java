package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tests leave for the end of their JVM is done, as under Surefire; but it holds up no run. */
class ShutdownHooksIT {
  @TempDir Path scratch;

  @Test
  void hooksRunAndTheSessionIsClosedBefore() throws Exception {
    RealRun run = new RealRun(scratch, "hooks");
    RealRun.Result result = run.run("--slaves", "1", "HookTest");

    assertThat(result.code()).as(result.out() + result.err()).isZero();
    assertThat(run.project().resolve("hook.txt")).hasContent("after the session");
    assertThat(run.project().resolve("goes.txt")).doesNotExist();
  }

  @Test
  void aHookThatDoesNotEndIsGivenUp() throws Exception {
    RealRun run = new RealRun(scratch, "hooks");
    RealRun.Result result = run.run("--slaves", "1", "HangsTest");

    assertThat(result.code()).as(result.out() + result.err()).isZero();
    assertThat(run.project().resolve("session.txt")).hasContent("closed");
  }
}
