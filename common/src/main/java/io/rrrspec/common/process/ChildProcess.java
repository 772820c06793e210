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

/**
 * A process that {@link Program#start} has started. One that leads a process group of its own can
 * be killed with all its children that have stayed in the group.
 */
public final class ChildProcess {
  private final Process process;
  private final boolean leader;

  /**
   * Takes a process.
   *
   * @param leader whether it leads a group of its own
   */
  ChildProcess(Process process, boolean leader) {
    this.process = process;
    this.leader = leader;
  }

  /** Returns the id of the process; the group that it leads has the same. */
  public long id() {
    return process.pid();
  }

  /** Tells whether it has not ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Completes with the exit code when it ends; 128 and the number of a signal that ended it. */
  public CompletableFuture<Integer> onExit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  InputStream output() {
    return process.getInputStream();
  }

  InputStream errors() {
    return process.getErrorStream();
  }

  /**
   * Writes to its standard input, which stays open.
   *
   * @throws ServiceException if it does not read
   */
  public void writeInput(String text) {
    try {
      process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new ServiceException("process " + id() + " does not take its input", e);
    }
  }

  /** Gives it all its input. */
  void feed(String text) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It ended before it had read everything; its exit code tells.
      return;
    }
  }

  /** Waits for its end; returns false if that did not come in time. */
  public boolean await(Duration limit) throws InterruptedException {
    return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Kills it and, if it leads a group, every process of the group; harmless if they have ended.
   * What they have written can still be read.
   */
  public void kill() {
    if (leader) {
      signal("KILL");
    } else if (process.isAlive()) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
    }
    // By its handle: the process itself would close its output, and what is not read yet is lost.
    process.toHandle().destroyForcibly();
  }

  /**
   * Sends a signal to the group that it leads.
   *
   * @param name {@code TERM}, {@code KILL}, …
   * @throws IllegalStateException if it leads none
   */
  public void signal(String name) {
    if (!leader) {
      throw new IllegalStateException("process " + id() + " leads no group");
    }
    ProcessKiller.signalGroup(id(), name);
  }

  /**
   * Returns the group of this very process: the third field after the last parenthesis of
   * /proc/self/stat; where there is no /proc, the process's own id.
   */
  public static long ownGroup() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Long.parseLong(fields[2]);
    } catch (IOException e) {
      return ProcessHandle.current().pid();
    }
  }
}
