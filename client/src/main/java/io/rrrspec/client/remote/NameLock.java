package io.rrrspec.client.remote;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.store.NameLockStore;
import io.rrrspec.common.store.NameLockStore.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An rsync_name that is ours from before packing until the run is active; renewed meanwhile. */
final class NameLock implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NameLock.class);

  /** How long a client may be silent until another one may take the name. */
  private static final Duration LIFE = Duration.ofSeconds(15);

  private static final Duration RENEW_EVERY = Duration.ofSeconds(4);

  /** Stands between what people are shown of the owner and what makes it different from others. */
  private static final String CUT = " #";

  private final NameLockStore locks;
  private final String rsyncName;
  private final String owner;
  private final CountDownLatch closed = new CountDownLatch(1);

  private NameLock(NameLockStore locks, String rsyncName, String owner) {
    this.locks = locks;
    this.rsyncName = rsyncName;
    this.owner = owner;
  }

  /**
   * Takes the name.
   *
   * @throws UsageException if somebody else has it
   */
  static NameLock take(NameLockStore locks, String rsyncName, String user) {
    String owner =
        user
            + "@"
            + hostName()
            + ", process "
            + ProcessHandle.current().pid()
            + CUT
            + UUID.randomUUID();
    NameLock lock = new NameLock(locks, rsyncName, owner);
    Outcome outcome = lock.renew();
    if (outcome instanceof Outcome.Held held) {
      throw new UsageException(
          lock.beginning()
              + "another client is about to start a run with it ("
              + shown(held.owner())
              + "): wait, or use another name with --rsync-name");
    }
    if (outcome instanceof Outcome.Active active) {
      throw new UsageException(
          lock.beginning()
              + "the run "
              + active.taskset()
              + " goes on: wait for its end, end it with `client cancelall "
              + rsyncName
              + "`, or, if it is another project's, give each a name of its own with --rsync-name");
    }
    Thread renewer = new Thread(lock::keepRenewing, "name-lock");
    renewer.setDaemon(true);
    renewer.start();
    return lock;
  }

  private String beginning() {
    return "rsync_name '" + rsyncName + "' is in use: ";
  }

  private static String shown(String owner) {
    int cut = owner.lastIndexOf(CUT);
    return (cut < 0 ? owner : owner.substring(0, cut)).replaceAll("\\p{Cntrl}", "?");
  }

  private Outcome renew() {
    return locks.lock(rsyncName, owner, LIFE);
  }

  private void keepRenewing() {
    try {
      while (!closed.await(RENEW_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          renew();
        } catch (RuntimeException e) {
          // Redis is away for a moment. Whether the name is still ours is asked before it counts.
          continue;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Makes sure that the name is still ours.
   *
   * @throws ServiceException if it was silent for so long that another client took it
   */
  void require() {
    if (!(renew() instanceof Outcome.Locked)) {
      throw new ServiceException(
          "another client took the rsync_name '"
              + rsyncName
              + "' while this one could not reach Redis: start the run again");
    }
  }

  /**
   * Gives the name back; harmless the second time. Without Redis it ends by itself soon: a run that
   * has begun must not look as if it had failed.
   */
  @Override
  public void close() {
    closed.countDown();
    try {
      locks.unlock(rsyncName, owner);
    } catch (RuntimeException e) {
      if (!Outage.isCauseOf(e)) {
        throw e;
      }
      log.debug("{} is not given back", beginning(), e);
    }
  }

  /** From the kernel where it tells: asking a name server may take seconds. */
  private static String hostName() {
    Path kernel = Path.of("/proc/sys/kernel/hostname");
    try {
      return Files.isReadable(kernel)
          ? Files.readString(kernel).strip()
          : InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    } catch (IOException e) {
      return "unknown host";
    }
  }
}
