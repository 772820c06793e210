package io.rrrspec.common.loop;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.process.ShutdownSignals;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a service live until somebody asks the process to end. The first SIGTERM or Ctrl-C stops it
 * in order; a second one, or a stop that takes too long, ends it at once.
 */
public final class Daemon {
  private static final Logger log = LoggerFactory.getLogger(Daemon.class);

  private Daemon() {}

  /** What a daemon runs. */
  public interface Service {
    /** Begins; returns when it is ready to serve. */
    void start();

    /** Finishes or gives back what it has in hand, in order. Bounded by whoever calls. */
    void stop() throws InterruptedException;

    /**
     * Ends what must not outlive this process, without a word to anybody. Quick, and never fails.
     */
    void abort();
  }

  /**
   * Runs a service.
   *
   * @param name what is logged
   * @param stopLimitSeconds how long stopping in order may take, 1 or more
   * @return whether it stopped in order
   */
  public static boolean run(String name, Service service, long stopLimitSeconds) {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch urged = new CountDownLatch(1);
    ShutdownSignals.onRequestToEnd(
        count -> {
          asked.countDown();
          if (count > 1) {
            urged.countDown();
          }
        });
    try {
      service.start();
      log.info("{} is ready", name);
      tellSystemd("--ready");
      asked.await();
      log.info("{} stops; a second signal ends it at once", name);
      tellSystemd("--stopping");
      return stopped(name, service, urged, stopLimitSeconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      service.abort();
    }
  }

  private static boolean stopped(
      String name, Service service, CountDownLatch urged, long stopLimitSeconds)
      throws InterruptedException {
    Thread stopper =
        new Thread(
            () -> {
              try {
                service.stop();
                log.info("{} has stopped", name);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (RuntimeException e) {
                log.error("{} could not stop in order: {}", name, e.toString(), e);
              } finally {
                urged.countDown();
              }
            },
            "stop");
    stopper.setDaemon(true);
    stopper.start();
    boolean inTime = urged.await(stopLimitSeconds, TimeUnit.SECONDS);
    // Whoever urged may have done so in the very moment in which it was done.
    stopper.join(inTime ? 50 : 1);
    if (stopper.isAlive()) {
      log.warn("{} ends at once{}", name, inTime ? "" : ": stopping took too long");
      return false;
    }
    return true;
  }

  /** For units with {@code Type=notify} and {@code NotifyAccess=all}; nothing without systemd. */
  private static void tellSystemd(String what) throws InterruptedException {
    if (System.getenv("NOTIFY_SOCKET") == null) {
      return;
    }
    try {
      String own = "--pid=" + ProcessHandle.current().pid();
      Program.of(List.of("systemd-notify", what, own)).limit(Duration.ofSeconds(5)).run();
    } catch (ServiceException e) {
      log.warn("systemd is not told {}: {}", what, e.getMessage());
    }
  }
}
