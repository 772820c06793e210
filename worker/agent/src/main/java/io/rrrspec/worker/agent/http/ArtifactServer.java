package io.rrrspec.worker.agent.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.util.JavalinBindException;
import io.rrrspec.common.http.Listening;
import io.rrrspec.worker.agent.artifact.ArtifactCache;
import io.rrrspec.worker.agent.artifact.Held;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Gives the artifacts of a cache to those who show its token: {@code GET /artifact/NAME}. There is
 * nothing else here, and nothing without the token.
 */
public final class ArtifactServer implements AutoCloseable {
  /** Who comes next tries another worker, or comes again. */
  private static final int MOST_AT_ONCE = 16;

  private final ArtifactCache cache;
  private final byte[] authorization;
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);
  private final Javalin javalin;

  private ArtifactServer(ArtifactCache cache, String token) {
    this.cache = cache;
    this.authorization = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
    this.javalin = Javalin.create(this::configure);
  }

  /**
   * Opens the port.
   *
   * @param port 0: a free one
   * @throws io.rrrspec.common.ServiceException if it cannot be had
   */
  public static ArtifactServer start(String bind, int port, String token, ArtifactCache cache) {
    Listening.require(bind, port, "artifact_port");
    ArtifactServer server = new ArtifactServer(cache, token);
    try {
      server.javalin.start(bind, port);
    } catch (JavalinBindException e) {
      throw Listening.failed(bind, port, "artifact_port", e);
    }
    return server;
  }

  private void configure(JavalinConfig config) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    config.routes.get("/artifact/{name}", this::give);
  }

  /** The port that it listens on. */
  public int port() {
    return javalin.port();
  }

  private void give(Context ctx) throws IOException {
    ctx.header("Cache-Control", "no-store").header("X-Content-Type-Options", "nosniff");
    String shown = ctx.header("Authorization");
    byte[] bytes = (shown == null ? "" : shown).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(bytes, authorization)) {
      ctx.status(401).result("no token, or not the one of this worker\n");
      return;
    }
    if (!places.tryAcquire()) {
      ctx.status(503).header("Retry-After", "1").result("too many at once\n");
      return;
    }
    Optional<Held> held = cache.use(ctx.pathParam("name"));
    if (held.isEmpty()) {
      places.release();
      ctx.status(404).result("not here\n");
      return;
    }
    ctx.header("Content-Length", Long.toString(held.get().content().bytes()))
        .contentType("application/gzip")
        .result(new Sent(held.get()));
  }

  /** A file that is in use until it was sent, or the other side is gone. */
  private final class Sent extends FilterInputStream {
    private final Held held;
    private boolean closed;

    Sent(Held held) throws IOException {
      super(open(held));
      this.held = held;
    }

    @Override
    public void close() throws IOException {
      synchronized (this) {
        if (closed) {
          return;
        }
        closed = true;
      }
      try {
        super.close();
      } finally {
        held.close();
        places.release();
      }
    }
  }

  private InputStream open(Held held) throws IOException {
    try {
      return Files.newInputStream(held.file());
    } catch (IOException e) {
      held.close();
      places.release();
      throw e;
    }
  }

  @Override
  public void close() {
    javalin.stop();
  }
}
