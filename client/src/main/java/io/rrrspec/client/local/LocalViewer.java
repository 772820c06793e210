package io.rrrspec.client.local;

import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.persister.viewer.Viewer;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.persister.viewer.source.SourceLinks;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
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
  private @Nullable FirstVisit visit;
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

  private void open() {
    try {
      FirstVisit visit = listening();
      ServerSocketChannel port = visit == null ? null : visit.await();
      if (port != null) {
        start(port);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      // A run is not less true without its pages.
      log.warn("the viewer does not start: {}", e.toString());
    }
  }

  /** The port, after a while; null if this is closed before. */
  private synchronized @Nullable FirstVisit listening() throws IOException, InterruptedException {
    long end = System.nanoTime() + AFTER.toNanos();
    for (long left = end - System.nanoTime(); left > 0 && !closed; left = end - System.nanoTime()) {
      wait(Math.max(1, left / 1_000_000));
    }
    if (closed) {
      return null;
    }
    FirstVisit opened = port();
    visit = opened;
    address.set("http://" + LOOPBACK + ":" + opened.port() + "/runs/" + runId);
    return opened;
  }

  private FirstVisit port() throws IOException {
    try {
      return FirstVisit.at(LOOPBACK, settings.webPort());
    } catch (IOException e) {
      // Another run's, or the installation's.
      return FirstVisit.at(LOOPBACK, 0);
    }
  }

  private synchronized void start(ServerSocketChannel channel) throws IOException {
    if (closed) {
      channel.close();
      return;
    }
    int port = channel.socket().getLocalPort();
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
    Viewer started = Viewer.on(channel, own, records, sources);
    viewer = started;
    started.start();
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
    if (visit != null) {
      visit.close();
      visit = null;
    }
    if (viewer != null) {
      viewer.close();
      viewer = null;
    }
  }
}
