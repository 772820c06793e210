package io.rrrspec.common.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path dir;
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  private static Program shell(String command) {
    return Program.inOwnGroup(List.of("/bin/bash", "-c", command));
  }

  private ProcessHandle child() {
    Path file = dir.resolve("pid");
    Awaitility.await().atMost(LONG).until(() -> Files.exists(file) && Files.size(file) > 0);
    try {
      return ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitEnd(ProcessHandle process) {
    Awaitility.await().atMost(LONG).until(() -> !process.isAlive());
  }

  /** Starts a child that outlives the command, unless somebody ends it. */
  private static String leavingChild(String then) {
    return "sleep 600 & echo $! >pid.new; mv pid.new pid; " + then;
  }

  @Test
  void itsStreamsAndExitCodeAreKeptApart() throws InterruptedException {
    ProgramRun.Result result =
        shell("echo out; echo err >&2; cat; exit 3").output(output).errors(errors).run();
    assertThat(result).isEqualTo(new ProgramRun.Result(3, ProgramRun.End.ITSELF));
    assertThat(output.toString(UTF_8)).isEqualTo("out\n");
    assertThat(errors.toString(UTF_8)).isEqualTo("err\n");
  }

  @Test
  void itsErrorsMayGoWhereItsOutputGoes() throws InterruptedException {
    shell("echo out; echo err >&2").errorsToOutput().output(output).run();
    assertThat(output.toString(UTF_8)).isEqualTo("out\nerr\n");
  }

  @Test
  void whatNobodyReadsDoesNotBlockIt() throws InterruptedException {
    assertThat(shell("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2").run().exitCode())
        .isZero();
  }

  @Test
  void itRunsInADirectoryWithAnEnvironment() throws InterruptedException {
    shell("pwd; echo $COLOR")
        .directory(dir)
        .environment(environment -> environment.put("COLOR", "blue"))
        .output(output)
        .run();
    assertThat(output.toString(UTF_8)).isEqualTo(dir + "\nblue\n");
  }

  @Test
  void aScriptIsFollowedByTheEndOfItsInput() throws InterruptedException {
    Program.bash("read -r line || echo nothing").output(output).run();
    assertThat(output.toString(UTF_8)).isEqualTo("nothing\n");
  }

  @Test
  void whatItLeavesInItsGroupEndsWithIt() throws InterruptedException {
    shell(leavingChild("exit 0")).directory(dir).run();
    awaitEnd(child());
  }

  @Test
  void aDaemonMayStay() throws InterruptedException {
    shell(leavingChild("exit 0")).directory(dir).leavingDaemons().run();
    ProcessHandle daemon = child();
    assertThat(daemon.isAlive()).isTrue();
    daemon.destroyForcibly();
  }

  @Test
  void afterItsLimitItIsKilledWithItsGroup() throws InterruptedException {
    ProgramRun.Result result =
        shell(leavingChild("sleep 601")).directory(dir).limit(Duration.ofSeconds(3)).run();
    assertThat(result).isEqualTo(new ProgramRun.Result(137, ProgramRun.End.HARD_LIMIT));
    awaitEnd(child());
  }

  @Test
  void itIsAskedToEndBeforeItIsKilled() throws InterruptedException {
    ProgramRun.Result polite =
        shell("trap 'echo bye; exit 5' TERM; while :; do sleep 0.05; done")
            .output(output)
            .limits(Duration.ofSeconds(2), LONG)
            .run();
    assertThat(polite).isEqualTo(new ProgramRun.Result(5, ProgramRun.End.SOFT_LIMIT));
    assertThat(output.toString(UTF_8)).isEqualTo("bye\n");

    ProgramRun.Result deaf =
        shell("trap '' TERM; while :; do sleep 0.05; done")
            .limits(Duration.ofSeconds(2), Duration.ofSeconds(3))
            .run();
    assertThat(deaf).isEqualTo(new ProgramRun.Result(137, ProgramRun.End.HARD_LIMIT));
  }

  @Test
  void itIsKilledWhenItIsCancelled() throws InterruptedException {
    AtomicBoolean looked = new AtomicBoolean();
    ProgramRun.Result result =
        Program.of(List.of("sleep", "600")).cancelledWhen(() -> looked.getAndSet(true)).run();
    assertThat(result).isEqualTo(new ProgramRun.Result(137, ProgramRun.End.CANCELLED));
  }

  @Test
  void itIsKilledIfItsThreadIsInterrupted() {
    ProgramRun run = shell("sleep 600").start();
    Thread.currentThread().interrupt();
    assertThatThrownBy(run::toEnd).isInstanceOf(InterruptedException.class);
    Awaitility.await().atMost(LONG).until(() -> !run.child().isAlive());
  }

  @Test
  void whoHoldsItsOutputOpenIsNotWaitedFor() throws Exception {
    long start = System.nanoTime();
    ProgramRun run =
        shell("setsid sleep 20 & echo $! >pid.new; mv pid.new pid; echo out")
            .directory(dir)
            .output(output)
            .start();
    assertThat(run.toEnd().exitCode()).isZero();
    assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(15).toNanos());
    assertThat(output.toString(UTF_8)).isEqualTo("out\n");
    run.closeOutput();
    child().destroyForcibly();
  }

  @Test
  void itsAnswerIsAllThatItWrites() throws InterruptedException {
    assertThat(Program.of(List.of("/bin/bash", "-c", "head -c 1000000 /dev/zero")).answer())
        .contains("\0".repeat(1_000_000));
    assertThat(Program.of(List.of("/bin/bash", "-c", "echo a; exit 1")).answer()).isEmpty();
    assertThat(Program.of(List.of("/no/such/program")).answer()).isEmpty();
  }

  @Test
  void itIsSaidWhichProgramCannotBeStarted() {
    assertThatThrownBy(() -> Program.of(List.of("/no/such/program", "-x")).run())
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("cannot start /no/such/program: ")
        .hasCauseInstanceOf(IOException.class);
  }
}
