package io.rrrspec.worker.slave;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.process.ProcessGroup;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.service.ServerPresence;
import io.rrrspec.common.store.ServerStore;
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

  /** To a worker of another implementation a slave that ends with an error has crashed. */
  private static final Duration WAIT_FOR_SERVER = Duration.ofSeconds(30);

  /**
   * One for claims and results, one for the report of a time-out while the first may be busy, one
   * for the heartbeat of a slave that has to beat for itself.
   */
  private static final int CONNECTIONS = 3;

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
    Membership member = Membership.of(options);
    if (member.workerPid() != 0) {
      ParentWatch.start(member.workerPid());
    }
    String slaveKey = Keys.slave(member.worker(), Long.toString(ProcessGroup.own()));
    try (RedisConnection redis = RedisConnection.open(member.redis(), CONNECTIONS)) {
      TasksetStore tasksets = new TasksetStore(redis, member.keys());
      Taskset taskset =
          tasksets
              .find(options.tasksetKey())
              .orElseThrow(
                  () -> new IllegalArgumentException("no taskset " + options.tasksetKey()));
      Patience patience = new Patience(PATIENCE);
      SlaveStore slaves = new SlaveStore(redis);
      if (!member.vouched()) {
        requireServer(new ServerStore(redis, member.keys()), patience);
        OwnHeartbeat.start(slaves, slaveKey, patience);
      }
      OptionalLong life =
          patience.insist(
              () -> slaves.register(slaveKey, taskset.key(), hostName(), member.vouched()));
      if (life.isEmpty()) {
        return refused(member, tasksets, taskset.key());
      }
      TrialStore trials = new TrialStore(redis, member.keys());
      Slave slave = new Slave(trials, taskset, slaveKey, life.getAsLong(), patience);
      SlaveExit exit = slave.work(Runners.forTaskset(taskset, slave::reportTimeout));
      return member.vouched() ? exit : exit.forOtherMakes();
    }
  }

  /**
   * A worker of another implementation may be told by a server of that implementation, which cannot
   * save what this slave writes.
   */
  private static void requireServer(ServerStore servers, Patience patience) {
    if (!patience.insist(() -> ServerPresence.await(servers, WAIT_FOR_SERVER, () -> false))) {
      throw new ServiceException(
          "no rrrspec-java server lives at this Redis: a server of Ruby rrrspec cannot save what"
              + " this slave writes");
    }
  }

  /** Under a worker of another make nobody but the settings says what its key is. */
  private static SlaveExit refused(Membership member, TasksetStore tasksets, String tasksetKey) {
    TasksetStatus status = tasksets.status(tasksetKey).orElse(TasksetStatus.CANCELLED);
    if (!member.vouched() && !status.isFinal()) {
      throw new ServiceException(
          "no worker lives under "
              + member.worker()
              + ": set worker_name to the name under which the worker of this host is known");
    }
    return SlaveExit.unannounced(status);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
