package io.rrrspec.worker.slave;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs one command at a time, in the current directory, as the leader of a process group of its
 * own. After the soft limit the group is asked to end, after the hard one it is killed. What the
 * command leaves running in its group ends with it.
 */
public final class CommandRunner implements TaskRunner {
  /** The class under which a command is reported; its name is the command itself. */
  public static final String CLASS_NAME = "command";

  private static final int MAX_NAME = 1024;
  private static final Duration LAST_OUTPUT = Duration.ofSeconds(2);

  private final Thread endWithJvm = new Thread(this::killRunning, "rrrspec-command-end");
  private volatile @Nullable Process running;

  public CommandRunner() {
    // In a group of its own the command would outlive a slave that is told to end.
    Runtime.getRuntime().addShutdownHook(endWithJvm);
  }

  @Override
  public TrialResult run(String specFile, TimeLimits limits) throws IOException {
    BoundedText stdout = new BoundedText(OutputCapture.DEFAULT_HALF, OutputCapture.DEFAULT_HALF);
    BoundedText stderr = new BoundedText(OutputCapture.DEFAULT_HALF, OutputCapture.DEFAULT_HALF);
    long start = System.nanoTime();
    Process process = start(specFile);
    running = process;
    Thread outPump = pump(process.getInputStream(), stdout);
    Thread errPump = pump(process.getErrorStream(), stderr);
    String late;
    try {
      late = await(process, limits);
    } finally {
      signal("KILL", process);
      running = null;
    }
    // Who left the group with setsid may hold the pipes for ever.
    finish(outPump, process.getInputStream());
    finish(errPump, process.getErrorStream());
    return result(specFile, process.exitValue(), late, start, stdout.text(), stderr.text());
  }

  @Override
  public boolean reusable() {
    return true;
  }

  @Override
  public void close() {
    killRunning();
    try {
      Runtime.getRuntime().removeShutdownHook(endWithJvm);
    } catch (IllegalStateException shuttingDown) {
      return;
    }
  }

  private static Process start(String command) throws IOException {
    Path file = executable(command);
    List<String> words =
        file == null
            ? List.of("setsid", "/bin/bash", "-c", command)
            : List.of("setsid", "/bin/bash", "-c", "exec \"$0\"", file.toString());
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.redirectInput(new File("/dev/null"));
    removeOurs(builder.environment());
    return builder.start();
  }

  /** A command must not touch the cluster that it runs on. */
  static void removeOurs(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith("RRRSPEC_"));
  }

  private static @Nullable Path executable(String command) {
    try {
      Path path = Path.of(command).toAbsolutePath();
      return Files.isRegularFile(path) && Files.isExecutable(path) ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** Waits for the end; the answer is null, or which limit it took to get there. */
  private static @Nullable String await(Process process, TimeLimits limits) {
    boolean interrupted = false;
    String late = null;
    try {
      if (waitFor(process, limits.soft())) {
        return null;
      }
      late = "took longer than " + limits.soft().toMillis() / 1000.0 + " s and was ended";
      signal("TERM", process);
      if (waitFor(process, limits.hard().minus(limits.soft()))) {
        return late;
      }
      late = "took longer than " + limits.hard().toMillis() / 1000.0 + " s and was killed";
    } catch (InterruptedException e) {
      interrupted = true;
      late = "was killed since its slave ends";
    }
    signal("KILL", process);
    process.onExit().join();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return late;
  }

  private static boolean waitFor(Process process, Duration limit) throws InterruptedException {
    return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Signals the whole group, whose id is that of its leader. */
  private static void signal(String name, Process leader) {
    String kill = "kill -" + name + " -- -" + leader.pid();
    try {
      Process signaller =
          new ProcessBuilder("/bin/bash", "-c", kill)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      signaller.onExit().join();
    } catch (IOException e) {
      leader.destroyForcibly();
    }
  }

  private void killRunning() {
    Process process = running;
    if (process != null) {
      signal("KILL", process);
    }
  }

  private static Thread pump(InputStream from, BoundedText to) {
    Thread pump =
        new Thread(
            () -> {
              try {
                from.transferTo(to);
              } catch (IOException closed) {
                return;
              }
            },
            "rrrspec-command-output");
    pump.setDaemon(true);
    pump.start();
    return pump;
  }

  private static void finish(Thread pump, InputStream stream) throws IOException {
    try {
      pump.join(LAST_OUTPUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (pump.isAlive()) {
      stream.close();
    }
  }

  private static TrialResult result(
      String command,
      int exitCode,
      @Nullable String late,
      long start,
      String stdout,
      String stderr) {
    boolean passed = late == null && exitCode == 0;
    String reason = late != null ? late : passed ? null : "exit code " + exitCode;
    TrialStatus status =
        late != null ? TrialStatus.TIMEOUT : passed ? TrialStatus.PASSED : TrialStatus.FAILED;
    CaseResult only =
        new CaseResult(
            CLASS_NAME,
            BoundedText.cut(command, MAX_NAME),
            passed ? Outcome.PASSED : late != null ? Outcome.ERROR : Outcome.FAILED,
            (System.nanoTime() - start) / 1_000_000,
            reason,
            null,
            null);
    return new TrialResult(
        status, stdout, stderr, passed ? 1 : 0, 0, passed ? 0 : 1, List.of(only), reason, 0);
  }
}
