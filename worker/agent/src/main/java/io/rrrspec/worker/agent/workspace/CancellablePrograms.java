package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.process.ChildEnvironment;
import io.rrrspec.common.process.ChildProcess;
import io.rrrspec.common.process.LastLines;
import io.rrrspec.common.process.LineSplitter;
import io.rrrspec.common.process.ProcessKiller;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.process.ProgramRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs programs one after the other, until another thread ends them for good. */
public final class CancellablePrograms {
  private static final int LONGEST_LINE = 4_096;
  private static final int LAST_LINES = 20;
  private static final int LAST_CHARACTERS = 4_000;

  /** Control characters, which would disturb a terminal that shows the log. */
  private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x08\\x0a-\\x1f]");

  private final String mark;
  private @Nullable ChildProcess running;
  private boolean ended;

  /**
   * Makes an empty one.
   *
   * @param mark what the mark of the programs begins with
   */
  public CancellablePrograms(String mark) {
    this.mark = mark + "." + UUID.randomUUID();
  }

  /**
   * How a program ended.
   *
   * @param code its exit code
   * @param lastLines the last of what it wrote
   */
  record Outcome(int code, String lastLines) {}

  /**
   * Runs one to its end, with all that it has started in its group.
   *
   * @param program leads a group of its own
   * @param environment what it gets in addition to this process's environment
   * @param lines gets each line that it writes to standard output
   * @param errors gets each line that it writes to standard error, in a thread of its own
   * @throws InterruptedException also if it was ended
   */
  Outcome run(
      Program program,
      Path dir,
      Map<String, String> environment,
      Consumer<String> lines,
      Consumer<String> errors)
      throws InterruptedException {
    Map<String, String> more = new HashMap<>(environment);
    more.put(ChildEnvironment.MARK, mark);
    LastLines last = new LastLines(LAST_LINES, LAST_CHARACTERS);
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    program
        .directory(dir)
        .environment(inherited -> ChildEnvironment.set(inherited, more))
        .output(splitter(last, lines, failure))
        .errors(splitter(last, errors, failure));
    try {
      int code = started(program).toEnd().exitCode();
      RuntimeException failed = failure.get();
      if (failed != null) {
        throw failed;
      }
      return outcome(code, last);
    } finally {
      forget();
    }
  }

  private static LineSplitter splitter(
      LastLines last, Consumer<String> lines, AtomicReference<@Nullable RuntimeException> failure) {
    return new LineSplitter(
        StandardCharsets.UTF_8,
        LONGEST_LINE,
        line -> {
          String plain = CONTROL.matcher(line).replaceAll("\uFFFD");
          last.add(plain);
          try {
            lines.accept(plain);
          } catch (RuntimeException e) {
            // Reading goes on: a program that nobody listens to would stand still.
            failure.compareAndSet(null, e);
          }
        });
  }

  private synchronized ProgramRun started(Program program) throws InterruptedException {
    if (ended) {
      throw new InterruptedException("ended");
    }
    ProgramRun run = program.start();
    running = run.child();
    return run;
  }

  private synchronized Outcome outcome(int code, LastLines last) throws InterruptedException {
    if (ended) {
      throw new InterruptedException("ended");
    }
    return new Outcome(code, last.text());
  }

  private synchronized void forget() {
    running = null;
  }

  /** Ends the program that runs, with all its children; no other one is started any more. */
  public synchronized void end() {
    ended = true;
    ChildProcess group = running;
    if (group != null) {
      group.kill();
      ProcessKiller.killMarked(mark);
    }
  }

  /** Whether {@link #end} was called. */
  public synchronized boolean hasEnded() {
    return ended;
  }
}
