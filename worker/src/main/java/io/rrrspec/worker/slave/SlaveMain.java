package io.rrrspec.worker.slave;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.process.ProcessGroup;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.OptionalLong;

/** The main class of a slave JVM. */
public final class SlaveMain {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** One for claims and results, one for the report of a time-out while the first may be busy. */
  private static final int CONNECTIONS = 2;

  private SlaveMain() {}

  public static void main(String[] args) {
    hideFromClassPath();
    int code;
    try {
      code = run(SlaveOptions.parse(args)).code();
    } catch (RuntimeException e) {
      // This is the slave's log: its worker shows it to whoever asks why.
      e.printStackTrace();
      code = SlaveExit.FAILURE.code();
    }
    // Tests may have left threads that would keep this JVM for ever, or hooks that hang.
    Runtime.getRuntime().halt(code);
  }

  /**
   * As Surefire does: tests that start a JVM give it this class path, in which we have no place.
   */
  private static void hideFromClassPath() {
    String ofTests = System.getProperty("surefire.test.class.path");
    if (ofTests != null) {
      System.setProperty("java.class.path", ofTests);
    }
  }

  private static SlaveExit run(SlaveOptions options) {
    SlaveFile file = SlaveFile.read(options.slaveFile());
    ParentWatch.start(file.workerPid());
    Keys keys = new Keys(file.namespace());
    String slaveKey = Keys.slave(file.worker(), Long.toString(ProcessGroup.own()));
    try (RedisConnection redis = RedisConnection.open(file.redis(), CONNECTIONS)) {
      Taskset taskset =
          new TasksetStore(redis, keys)
              .find(options.tasksetKey())
              .orElseThrow(
                  () -> new IllegalArgumentException("no taskset " + options.tasksetKey()));
      Patience patience = new Patience(PATIENCE);
      OptionalLong life =
          patience.insist(
              () -> new SlaveStore(redis).register(slaveKey, taskset.key(), hostName(), true));
      if (life.isEmpty()) {
        return SlaveExit.NORMAL;
      }
      TrialStore trials = new TrialStore(redis, keys);
      Slave slave = new Slave(trials, taskset, slaveKey, life.getAsLong(), patience);
      return slave.work(Runners.forTaskset(taskset, slave::reportTimeout));
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
