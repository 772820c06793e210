package io.rrrspec.client.local;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.persister.viewer.Viewer;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.persister.viewer.source.SourceLinks;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The viewer's pages of a run that takes its time. Most are over before anybody could open a page,
 * and shall not wait for a web server.
 */
final class LocalViewer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LocalViewer.class);
  private static final Duration AFTER = Duration.ofSeconds(10);
  private static final String LOOPBACK = "127.0.0.1";

  private final SharedSettings settings;
  private final SourceLinks sources;
  private final Records records;
  private final String runId;
  private @Nullable Viewer viewer;
  private final AtomicReference<@Nullable String> address = new AtomicReference<>();
  private boolean closed;

  private LocalViewer(SharedSettings settings, SourceLinks sources, Records records, String runId) {
    this.settings = settings;
    this.sources = sources;
    this.records = records;
    this.runId = runId;
  }

  /** Opens its port in a while, in the background: {@code web_port}, or a free one. */
  static LocalViewer later(
      SharedSettings settings, SourceLinks sources, Records records, String runId) {
    LocalViewer later = new LocalViewer(settings, sources, records, runId);
    Thread thread = new Thread(later::open, "viewer");
    thread.setDaemon(true);
    thread.start();
    return later;
  }

  private synchronized void open() {
    try {
      long end = System.nanoTime() + AFTER.toNanos();
      for (long left = end - System.nanoTime();
          left > 0 && !closed;
          left = end - System.nanoTime()) {
        wait(Math.max(1, left / 1_000_000));
      }
      if (!closed) {
        Viewer started = started();
        viewer = started;
        address.set("http://" + LOOPBACK + ":" + started.port() + "/runs/" + runId);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // A run is not less true without its pages.
      log.warn("the viewer does not start: {}", e.toString());
    }
  }

  private Viewer started() {
    try {
      return start(settings.webPort());
    } catch (ServiceException e) {
      // Another run's, or the installation's.
      return start(0);
    }
  }

  private Viewer start(int port) {
    SharedSettings own =
        new SharedSettings(
            RedisAddress.of(LOOPBACK, 1),
            "rrrspec",
            "",
            0,
            port,
            0,
            LOOPBACK,
            "",
            URI.create("http://" + LOOPBACK + ":" + port));
    Viewer started = new Viewer(own, records, sources);
    try {
      started.start();
      return started;
    } catch (ServiceException e) {
      started.close();
      throw e;
    }
  }

  /** Says where the pages are, once, when they are there; never waits for them. */
  void tellAddress(Consumer<String> say) {
    String ready = address.getAndSet(null);
    if (ready != null) {
      say.accept("watch it at " + ready);
    }
  }

  /** To be called before the database is closed, and after everybody else is done with it. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
    if (viewer != null) {
      viewer.close();
      viewer = null;
    }
  }
}
