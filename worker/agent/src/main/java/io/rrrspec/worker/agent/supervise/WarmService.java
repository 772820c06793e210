package io.rrrspec.worker.agent.supervise;

import io.rrrspec.common.ServiceException;
import io.rrrspec.worker.slave.TrialNote;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The service of a warm slave to one taskset: to its supervisor a slave like any other. */
final class WarmService implements RunningSlave {
  private static final int LOG_BYTES = 64 * 1024;
  private static final Duration LAST_WORDS = Duration.ofMillis(500);

  private final Identity identity;
  private final SlaveFiles files;
  private final Path order;
  private final WarmSlave slave;
  private final SlaveOutput output = new SlaveOutput(LOG_BYTES, InstantSource.system());
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();
  private volatile long jvm;
  private boolean killed;

  /**
   * Which slave it is.
   *
   * @param key its key in Redis
   * @param number its SLAVE_NUMBER
   * @param mark what the processes of its taskset carry
   */
  record Identity(String key, int number, String mark) {}

  /**
   * Begins it.
   *
   * @param files what the slave leaves beside the private file of its worker
   * @param order the file by which the taskset is handed over
   */
  WarmService(Identity identity, SlaveFiles files, Path order, WarmSlave slave) {
    this.identity = identity;
    this.files = files;
    this.order = order;
    this.slave = slave;
  }

  SlaveOutput output() {
    return output;
  }

  /** The slave says that it has served the taskset, and goes on. */
  void done(long pid) {
    jvm = pid;
    boolean unused = exit.complete(SlaveExit.NORMAL.code());
  }

  /** The process has ended. */
  void exited(int code) {
    boolean unused = exit.complete(code);
  }

  @Override
  public String key() {
    return identity.key();
  }

  @Override
  public int number() {
    return identity.number();
  }

  @Override
  public boolean isAlive() {
    return !exit.isDone();
  }

  @Override
  public CompletableFuture<Integer> onExit() {
    return exit;
  }

  @Override
  public int exitCode() {
    return exit.join();
  }

  @Override
  public boolean awaitExit(Duration limit) throws InterruptedException {
    try {
      exit.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a service cannot fail", e);
    }
  }

  /** Ends what is left of the taskset; the process, too, if it has not said that it is done. */
  @Override
  public void kill() {
    synchronized (this) {
      if (killed) {
        return;
      }
      killed = true;
    }
    if (jvm > 0) {
      slave.clean(jvm, identity.mark());
    } else {
      slave.end();
    }
  }

  @Override
  public TrialNote runs() {
    return TrialNote.read(files.note());
  }

  @Override
  public String trial() {
    return TrialNote.readTrial(files.note());
  }

  @Override
  public void forget() {
    files.delete();
    try {
      Files.deleteIfExists(order);
    } catch (IOException e) {
      throw new ServiceException("cannot delete " + order + ": " + e.getMessage(), e);
    }
  }

  @Override
  public String log() throws InterruptedException {
    slave.awaitOutput(LAST_WORDS);
    return output.log();
  }

  @Override
  public String lastOutput() throws InterruptedException {
    slave.awaitOutput(LAST_WORDS);
    String end = output.lastWords();
    return end.length() <= 8_000 ? end : end.substring(end.length() - 8_000);
  }
}
