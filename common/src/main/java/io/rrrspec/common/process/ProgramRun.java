package io.rrrspec.common.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a {@link Program}: its process, and the threads that read what it writes. */
public final class ProgramRun {
  /** For what is still in the pipe of a program that has ended. */
  private static final Duration LAST_OUTPUT = Duration.ofSeconds(2);

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration FOREVER = Duration.ofDays(10_000);

  private final Program program;
  private final ChildProcess child;
  private final long start = System.nanoTime();
  private final List<Thread> readers = new ArrayList<>();
  private final @Nullable Thread outputReader;
  private final @Nullable Thread atExit;
  private boolean killed;
  private boolean thisJvmEnds;

  /** What ended a program. */
  public enum End {
    /** It ended by itself, or somebody else ended it. */
    ITSELF,
    /** It was asked to end after its soft limit, and did. */
    SOFT_LIMIT,
    /** It was killed after its limit. */
    HARD_LIMIT,
    /** It was killed since it was cancelled. */
    CANCELLED
  }

  /**
   * How a program ended.
   *
   * @param exitCode its exit code; 128 and the number of a signal that ended it
   * @param end what ended it
   */
  public record Result(int exitCode, End end) {}

  ProgramRun(Program program, ChildProcess child) {
    this.program = program;
    this.child = child;
    this.outputReader = reader("output-of-", child.output(), program.output);
    reader("errors-of-", child.errors(), program.errors);
    this.atExit = program.killedAtExit ? killAtExit() : null;
  }

  private @Nullable Thread reader(String name, InputStream from, @Nullable OutputStream to) {
    if (to == null) {
      return null;
    }
    Thread reader = new Thread(() -> copy(from, to), name + child.id());
    reader.setDaemon(true);
    reader.start();
    readers.add(reader);
    return reader;
  }

  private static void copy(InputStream from, OutputStream to) {
    try (to) {
      from.transferTo(to);
    } catch (IOException e) {
      // The process is gone together with its pipe: what was read is what there is.
      return;
    }
  }

  private Thread killAtExit() {
    Thread hook = new Thread(child::kill, "kill-" + child.id());
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      thisJvmEnds = true;
      child.kill();
    }
    return hook;
  }

  /** Returns its process. */
  public ChildProcess child() {
    return child;
  }

  /**
   * Waits for its end, or brings that about by its limits, and for a moment for its last output.
   * Whatever happens, its process is gone afterwards; so is what it has left in its group, unless
   * it may leave daemons there.
   *
   * @throws InterruptedException if this thread is interrupted, or this process is about to end:
   *     then the program has been killed
   */
  public Result toEnd() throws InterruptedException {
    boolean leave = false;
    try {
      End end = end();
      leave = end == End.ITSELF && program.leavesDaemons;
      if (!leave) {
        // What it left in its group would keep the pipe open.
        kill();
      }
      int code = child.onExit().join();
      if (program.untilOutputEnds && outputReader != null && end == End.ITSELF) {
        outputReader.join();
      }
      awaitOutput(LAST_OUTPUT);
      return new Result(code, end);
    } finally {
      if (!leave) {
        kill();
      }
      forgetHook();
    }
  }

  /** Once: when its processes are gone, others may get their ids. */
  private void kill() {
    if (!killed) {
      killed = true;
      child.kill();
    }
  }

  private End end() throws InterruptedException {
    Duration limit = program.limit == null ? FOREVER : program.limit;
    if (program.softLimit != null) {
      End end = endWithin(program.softLimit);
      if (end != End.HARD_LIMIT) {
        return end;
      }
      child.signal("TERM");
      end = endWithin(limit);
      return end == End.ITSELF ? End.SOFT_LIMIT : end;
    }
    return endWithin(limit);
  }

  /** Waits until a limit, counted from the start. */
  private End endWithin(Duration limit) throws InterruptedException {
    while (true) {
      Duration left = limit.minusNanos(System.nanoTime() - start);
      boolean look = program.cancelled != null && left.compareTo(LOOK_EVERY) > 0;
      if (child.await(look ? LOOK_EVERY : left)) {
        return End.ITSELF;
      }
      if (program.cancelled != null && program.cancelled.getAsBoolean()) {
        return End.CANCELLED;
      }
      if (!look) {
        return End.HARD_LIMIT;
      }
    }
  }

  /**
   * Waits until all is read that it has written.
   *
   * @param limit how long at most: what has left its group may hold its output open
   */
  public void awaitOutput(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (Thread reader : readers) {
      reader.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
    }
  }

  /**
   * Stops reading. A process that has left the group may hold the output open, and no thread shall
   * wait for it. A process that writes there afterwards gets {@code SIGPIPE}.
   */
  public void closeOutput() throws IOException {
    child.output().close();
    child.errors().close();
  }

  private void forgetHook() throws InterruptedException {
    try {
      if (atExit != null && !thisJvmEnds) {
        Runtime.getRuntime().removeShutdownHook(atExit);
      }
    } catch (IllegalStateException e) {
      // The hook runs: what the program ended with says nothing.
      thisJvmEnds = true;
    }
    if (thisJvmEnds) {
      throw new InterruptedException("this process ends");
    }
  }
}
