package io.rrrspec.common.process;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * A child process that leads a group of its own, so that all its children can be ended with it.
 * Java makes no groups: the command has to begin with {@code setsid}, which then is the leader
 * itself.
 */
public final class ChildProcess {
  private final Process process;

  private ChildProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a command that begins with {@code setsid}.
   *
   * @throws ServiceException if it cannot be started
   */
  public static ChildProcess start(ProcessBuilder builder) {
    if (!builder.command().get(0).equals("setsid")) {
      throw new IllegalArgumentException("a group needs setsid: " + builder.command());
    }
    try {
      return new ChildProcess(builder.start());
    } catch (IOException e) {
      throw new ServiceException(
          "cannot start " + builder.command().get(1) + ": " + e.getMessage(), e);
    }
  }

  /**
   * Starts {@code /bin/bash -ex} with a script on its standard input, as Ruby rrrspec does. The
   * script is followed by the end of input: commands in it that read get nothing of ours.
   */
  public static ChildProcess bash(String script, ProcessBuilder builder) {
    return bash(script, builder, id -> {});
  }

  /**
   * As above.
   *
   * @param before gets the id of the group before the first line of the script runs
   */
  public static ChildProcess bash(String script, ProcessBuilder builder, LongConsumer before) {
    ChildProcess group = start(builder.command("setsid", "/bin/bash", "-ex"));
    before.accept(group.id());
    try (OutputStream in = group.process.getOutputStream()) {
      in.write((script + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // Bash ended before it had read everything; its exit code tells.
      return group;
    }
    return group;
  }

  /** The id of the group. */
  public long id() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Completes with the exit code when the leader ends. */
  public CompletableFuture<Integer> onExit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  /** What the leader and its children write to standard output. */
  public InputStream output() {
    return process.getInputStream();
  }

  /** What they write to standard error; empty if that goes to standard output. */
  public InputStream errors() {
    return process.getErrorStream();
  }

  /** Writes to standard input and leaves it open. */
  public void writeInput(String text) {
    try {
      process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new ServiceException("process " + id() + " does not take its input", e);
    }
  }

  /** Waits for the leader's end; false if it did not come in time. */
  public boolean await(Duration limit) throws InterruptedException {
    return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Ends every process of the group at once; harmless if they have ended. What they have written
   * can still be read.
   */
  public void kill() {
    signal("KILL");
    // By its handle: the process itself would close its output, and what is not read yet is lost.
    process.toHandle().destroyForcibly();
  }

  /** Sends a signal to the group: {@code TERM}, {@code KILL}, … */
  public void signal(String name) {
    signal(id(), name);
  }

  /** Sends a signal to a group by its id. */
  public static void signal(long group, String name) {
    if (group <= 1) {
      throw new IllegalArgumentException("no group of ours: " + group);
    }
    try {
      new ProcessBuilder("/bin/kill", "-" + name, "--", "-" + group)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor(5, TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new ServiceException("cannot run /bin/kill: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The group of this very process: the third field after the last parenthesis of /proc/self/stat;
   * where there is no /proc, the process's own id.
   */
  public static long own() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Long.parseLong(fields[2]);
    } catch (IOException e) {
      return ProcessHandle.current().pid();
    }
  }
}
