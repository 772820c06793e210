package io.rrrspec.worker.agent.supervise;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.Cgroup;
import io.rrrspec.common.process.ChildEnvironment;
import io.rrrspec.common.process.ChildProcess;
import io.rrrspec.common.process.DescendantTracker;
import io.rrrspec.common.process.ProcessKiller;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.worker.slave.TrialNote;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One slave: the group of processes that its slave_command started. */
final class SlaveProcess implements RunningSlave {
  private static final int LOG_BYTES = 64 * 1024;
  private static final Duration LAST_WORDS = Duration.ofMillis(500);

  private final String key;
  private final int number;
  private final ChildProcess group;
  private final String mark;
  private final @Nullable Path note;
  private final Cgroup cgroup;
  private final DescendantTracker descendants;
  private final SlaveOutput output = new SlaveOutput(LOG_BYTES, InstantSource.system());
  private final List<Thread> drains;

  private SlaveProcess(
      String key, int number, ChildProcess group, String mark, Cgroup cgroup, @Nullable Path note) {
    this.key = key;
    this.number = number;
    this.group = group;
    this.mark = mark;
    this.note = note;
    this.cgroup = cgroup;
    this.descendants = DescendantTracker.of(group.id());
    this.drains =
        List.of(
            new Thread(() -> output.drain(group.output(), "OUT"), "output-of-" + group.id()),
            new Thread(() -> output.drain(group.errors(), "ERR"), "errors-of-" + group.id()));
    for (Thread drain : drains) {
      drain.setDaemon(true);
      drain.start();
    }
  }

  /**
   * Starts the slave_command in a group of its own, whose id is the slave's.
   *
   * @param workersMark what its own mark begins with
   */
  static SlaveProcess start(
      String workerKey,
      int number,
      String command,
      Path dir,
      Map<String, String> environment,
      String workersMark) {
    ProcessBuilder builder = new ProcessBuilder().directory(dir.toFile());
    ChildEnvironment.set(builder.environment(), environment);
    String mark = workersMark + "." + UUID.randomUUID();
    builder.environment().put(ProcessKiller.VARIABLE, mark);
    ChildProcess group;
    Cgroup cgroup = Cgroup.create(mark);
    try {
      group = ChildProcess.bash(command, builder, cgroup::add);
    } catch (ServiceException e) {
      cgroup.kill();
      throw e;
    }
    String id = Long.toString(group.id());
    return new SlaveProcess(
        Keys.slave(workerKey, id), number, group, mark, cgroup, note(id, environment));
  }

  private static @Nullable Path note(String id, Map<String, String> environment) {
    String slaveFile = environment.get("RRRSPEC_SLAVE_FILE");
    if (slaveFile == null) {
      return null;
    }
    Path note = TrialNote.of(Path.of(slaveFile), id);
    // An earlier process of this id may have left one, and the new one is not so far yet.
    TrialNote.delete(note);
    return note;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public boolean isAlive() {
    return group.isAlive();
  }

  @Override
  public CompletableFuture<Integer> onExit() {
    return group.onExit();
  }

  @Override
  public int exitCode() {
    return group.onExit().join();
  }

  @Override
  public boolean awaitExit(Duration limit) throws InterruptedException {
    try {
      group.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a process cannot fail", e);
    }
  }

  /** Ends the whole group, and children of the slave that have left it, in whatever way. */
  @Override
  public void kill() {
    // While parents live their children are seen.
    descendants.look();
    group.kill();
    cgroup.kill();
    descendants.kill();
    descendants.close();
    ProcessKiller.killMarked(mark);
  }

  @Override
  public String runs() {
    return note == null ? "" : TrialNote.read(note);
  }

  @Override
  public void forget() {
    if (note != null) {
      TrialNote.delete(note);
    }
  }

  /** Everything it wrote, bounded; waits a moment for what is still in the pipe. */
  @Override
  public String log() throws InterruptedException {
    awaitDrains();
    return output.log();
  }

  private void awaitDrains() throws InterruptedException {
    long end = System.nanoTime() + LAST_WORDS.toNanos();
    for (Thread drain : drains) {
      drain.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
    }
  }

  @Override
  public String lastOutput() throws InterruptedException {
    awaitDrains();
    String end = output.lastWords();
    return end.length() <= 8_000 ? end : end.substring(end.length() - 8_000);
  }
}
