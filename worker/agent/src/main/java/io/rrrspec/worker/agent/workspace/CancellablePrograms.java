package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.process.ChildEnvironment;
import io.rrrspec.common.process.ChildProcess;
import io.rrrspec.common.process.ProcessKiller;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs programs one after the other, until another thread ends them for good. */
public final class CancellablePrograms {
  /** For what is still in the pipe of a program that has ended. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

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
   * @param start starts it
   * @param environment what it gets in addition to this process's environment
   * @param lines gets each line that it writes to standard output
   * @param errors gets each line that it writes to standard error, in a thread of its own
   * @throws InterruptedException also if it was ended
   */
  Outcome run(
      Function<ProcessBuilder, ChildProcess> start,
      Path dir,
      Map<String, String> environment,
      Consumer<String> lines,
      Consumer<String> errors)
      throws InterruptedException {
    Map<String, String> more = new HashMap<>(environment);
    more.put(ProcessKiller.VARIABLE, mark);
    ProcessBuilder builder = new ProcessBuilder().directory(dir.toFile());
    ChildEnvironment.set(builder.environment(), more);
    ChildProcess group = started(start, builder);
    LastLines last = new LastLines();
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    List<Thread> readers =
        List.of(
            reader("output-of-" + group.id(), group.output(), last, lines, failure),
            reader("errors-of-" + group.id(), group.errors(), last, errors, failure));
    try {
      int code = group.onExit().get();
      // What it left in its group would keep the pipe open.
      group.kill();
      long end = System.nanoTime() + LAST_WORDS.toNanos();
      for (Thread reader : readers) {
        reader.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      }
      RuntimeException failed = failure.get();
      if (failed != null) {
        throw failed;
      }
      return outcome(code, last);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a process cannot fail", e);
    } finally {
      group.kill();
      forget();
    }
  }

  private static Thread reader(
      String name,
      InputStream in,
      LastLines last,
      Consumer<String> lines,
      AtomicReference<@Nullable RuntimeException> failure) {
    Thread reader =
        new Thread(
            () ->
                Lines.read(
                    in,
                    line -> {
                      last.add(line);
                      try {
                        lines.accept(line);
                      } catch (RuntimeException e) {
                        // Reading goes on: a program that nobody listens to would stand still.
                        failure.compareAndSet(null, e);
                      }
                    }),
            name);
    reader.setDaemon(true);
    reader.start();
    return reader;
  }

  private synchronized ChildProcess started(
      Function<ProcessBuilder, ChildProcess> start, ProcessBuilder builder)
      throws InterruptedException {
    if (ended) {
      throw new InterruptedException("ended");
    }
    ChildProcess group = start.apply(builder);
    running = group;
    return group;
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
