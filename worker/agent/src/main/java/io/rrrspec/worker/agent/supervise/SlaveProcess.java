package io.rrrspec.worker.agent.supervise;

import io.rrrspec.common.process.ChildEnvironment;
import io.rrrspec.common.process.ProcessTree;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.worker.slave.TrialNote;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
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
  private final ProcessTree tree;
  private final SlaveOutput output;
  private final @Nullable SlaveFiles files;

  private SlaveProcess(
      String key, int number, ProcessTree tree, SlaveOutput output, @Nullable SlaveFiles files) {
    this.key = key;
    this.number = number;
    this.tree = tree;
    this.output = output;
    this.files = files;
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
    SlaveOutput output = new SlaveOutput(LOG_BYTES, InstantSource.system());
    Program program =
        Program.bash(command)
            .directory(dir)
            .environment(inherited -> ChildEnvironment.set(inherited, environment))
            .output(output.stream("OUT"))
            .errors(output.stream("ERR"));
    ProcessTree tree = ProcessTree.start(program, workersMark + "." + UUID.randomUUID());
    String id = Long.toString(tree.run().child().id());
    return new SlaveProcess(
        Keys.slave(workerKey, id), number, tree, output, files(id, environment));
  }

  private static @Nullable SlaveFiles files(String id, Map<String, String> environment) {
    String slaveFile = environment.get("RRRSPEC_SLAVE_FILE");
    if (slaveFile == null) {
      return null;
    }
    SlaveFiles files = SlaveFiles.of(Path.of(slaveFile), id);
    // An earlier process of this id may have left some, and the new one is not so far yet.
    files.delete();
    return files;
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
    return tree.run().child().isAlive();
  }

  @Override
  public CompletableFuture<Integer> onExit() {
    return tree.run().child().onExit();
  }

  @Override
  public int exitCode() {
    return onExit().join();
  }

  @Override
  public boolean awaitExit(Duration limit) throws InterruptedException {
    try {
      onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
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
    tree.kill();
  }

  @Override
  public TrialNote runs() {
    return files == null ? TrialNote.NONE : TrialNote.read(files.note());
  }

  @Override
  public String trial() {
    return files == null ? TrialNote.NONE.trial() : TrialNote.readTrial(files.note());
  }

  @Override
  public void forget() {
    if (files != null) {
      files.delete();
    }
  }

  /** Everything it wrote, bounded; waits a moment for what is still in the pipe. */
  @Override
  public String log() throws InterruptedException {
    tree.run().awaitOutput(LAST_WORDS);
    return output.log();
  }

  @Override
  public String lastOutput() throws InterruptedException {
    tree.run().awaitOutput(LAST_WORDS);
    String end = output.lastWords();
    return end.length() <= 8_000 ? end : end.substring(end.length() - 8_000);
  }
}
