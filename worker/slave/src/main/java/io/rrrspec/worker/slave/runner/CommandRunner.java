package io.rrrspec.worker.slave.runner;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.DeclaredOutputs;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.process.BoundedText;
import io.rrrspec.common.process.ChildEnvironment;
import io.rrrspec.common.process.ChildProcess;
import io.rrrspec.common.process.CommandLine;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.process.ProgramRun;
import io.rrrspec.worker.slave.jvm.OutputCapture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  private final Thread endWithJvm = new Thread(this::killRunning, "rrrspec-command-end");
  private volatile @Nullable ChildProcess running;

  private final @Nullable Place place;
  private final @Nullable CommandFiles files;
  private final List<PathGlob> outputs;

  /**
   * Where commands run, if not in the directory and with the environment of this process.
   *
   * @param directory the directory
   * @param environment all variables that they get, but for our own settings
   */
  public record Place(Path directory, Map<String, String> environment) {
    public Place {
      environment = Map.copyOf(environment);
    }
  }

  /** Somebody who has arguments for commands, and takes their output. */
  public interface Exchange {
    /** The arguments: a JSON object. */
    String args();

    /** Takes the output: a JSON object. */
    void output(String json);
  }

  public CommandRunner() {
    this(null, null, List.of());
  }

  /**
   * Runs them somewhere else, or with files.
   *
   * @param place null: here
   * @param files by which they get arguments; null: they get none
   * @param outputs each of these has to match a file when a command has ended well
   */
  public CommandRunner(
      @Nullable Place place, @Nullable CommandFiles files, List<PathGlob> outputs) {
    this.place = place;
    this.files = files;
    this.outputs = List.copyOf(outputs);
    // In a group of its own the command would outlive a slave that is told to end.
    Runtime.getRuntime().addShutdownHook(endWithJvm);
  }

  @Override
  public TrialResult run(String specFile, @Nullable ClassPart part, TimeLimits limits)
      throws IOException {
    if (part != null) {
      throw new IllegalArgumentException("a command has no parts: " + specFile);
    }
    return run(specFile, limits);
  }

  /** Runs the command of a task. */
  public TrialResult run(String specFile, TimeLimits limits) throws IOException {
    if (files == null) {
      return run(specFile, limits, Map.of());
    }
    try {
      return run(specFile, limits, files.open());
    } finally {
      files.remove();
    }
  }

  private TrialResult run(String specFile, TimeLimits limits, Map<String, String> variables)
      throws IOException {
    BoundedText stdout = new BoundedText(OutputCapture.DEFAULT_HALF, OutputCapture.DEFAULT_HALF);
    BoundedText stderr = new BoundedText(OutputCapture.DEFAULT_HALF, OutputCapture.DEFAULT_HALF);
    long start = System.nanoTime();
    ProgramRun run = start(program(specFile, limits, variables).output(stdout).errors(stderr));
    running = run.child();
    int exitCode = -1;
    String late;
    try {
      ProgramRun.Result result = run.toEnd();
      exitCode = result.exitCode();
      late = late(result.end(), limits);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      late = "was killed since its slave ends";
    } finally {
      running = null;
      // A process that left the group with setsid may hold the pipes open without end.
      run.closeOutput();
    }
    String missing = late == null && exitCode == 0 ? missingOutput() : null;
    String reason = late;
    if (reason == null && exitCode != 0) {
      reason = "exit code " + exitCode;
    } else if (reason == null) {
      reason = missing == null && files != null ? files.take() : missing;
    }
    String said = missing == null ? stderr.text() : line(stderr.text()) + missing + "\n";
    return result(specFile, reason, late != null, start, stdout.text(), said);
  }

  private @Nullable String missingOutput() {
    try {
      return DeclaredOutputs.mistake(directory(), outputs).orElse(null);
    } catch (IOException e) {
      return "declared outputs cannot be looked for: " + e;
    }
  }

  /** A text that ends with a whole line. */
  private static String line(String text) {
    return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
  }

  private Path directory() {
    return place == null ? Path.of("").toAbsolutePath() : place.directory();
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

  private static ProgramRun start(Program program) throws IOException {
    try {
      return program.start();
    } catch (ServiceException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Program program(String command, TimeLimits limits, Map<String, String> variables) {
    Program program =
        CommandLine.program(command, directory()).limits(limits.soft(), limits.hard());
    if (place != null) {
      program.directory(place.directory());
      program.environment(
          inherited -> {
            inherited.clear();
            inherited.putAll(place.environment());
          });
    }
    // A command must not touch the cluster that it runs on.
    program.environment(ChildEnvironment::removeSettings);
    return program.environment(inherited -> inherited.putAll(variables));
  }

  /** Which limit it took to end it; null if none. */
  private static @Nullable String late(ProgramRun.End end, TimeLimits limits) {
    return switch (end) {
      case SOFT_LIMIT ->
          "took longer than " + limits.soft().toMillis() / 1000.0 + " s and was ended";
      case HARD_LIMIT ->
          "took longer than " + limits.hard().toMillis() / 1000.0 + " s and was killed";
      case ITSELF, CANCELLED -> null;
    };
  }

  private void killRunning() {
    ChildProcess process = running;
    if (process != null) {
      process.kill();
    }
  }

  private static TrialResult result(
      String command,
      @Nullable String reason,
      boolean late,
      long start,
      String stdout,
      String stderr) {
    boolean passed = reason == null;
    TrialStatus status =
        late ? TrialStatus.TIMEOUT : passed ? TrialStatus.PASSED : TrialStatus.FAILED;
    CaseResult only =
        new CaseResult(
            CLASS_NAME,
            BoundedText.cut(command, MAX_NAME),
            passed ? Outcome.PASSED : late ? Outcome.ERROR : Outcome.FAILED,
            (System.nanoTime() - start) / 1_000_000,
            reason,
            null,
            null);
    return new TrialResult(
        status, stdout, stderr, passed ? 1 : 0, 0, passed ? 0 : 1, List.of(only), reason, 0);
  }
}
