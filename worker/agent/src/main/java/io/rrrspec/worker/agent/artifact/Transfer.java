package io.rrrspec.worker.agent.artifact;

import io.rrrspec.common.artifact.ArtifactPlace;
import io.rrrspec.common.config.SafeName;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Copies one artifact from another worker; another thread may cancel that. */
final class Transfer {
  private static final int CONNECT_MS = 2_000;
  private static final int NO_PROGRESS_MS = 10_000;
  private static final int BUFFER = 1 << 16;

  /** Slower than this it is given up, but not before {@link #PATIENCE} is over. */
  private static final long LEAST_BYTES_PER_SECOND = 100_000;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private @Nullable HttpURLConnection connection;
  private boolean cancelled;

  synchronized boolean isCancelled() {
    return cancelled;
  }

  /** Ends what goes on; nothing is begun any more. */
  synchronized void cancel() {
    cancelled = true;
    HttpURLConnection open = connection;
    if (open != null) {
      open.disconnect();
    }
  }

  private synchronized void open(@Nullable HttpURLConnection opened) throws IOException {
    if (cancelled && opened != null) {
      throw new IOException("nobody wants it any more");
    }
    connection = opened;
  }

  /**
   * Copies an artifact; at most as many bytes as were announced and one.
   *
   * @throws IOException if that worker does not give it, or not fast enough
   */
  void run(String name, ArtifactPlace place, OutputStream to) throws IOException {
    HttpURLConnection http = request(name, place);
    try {
      // Only what is connected can be disconnected by another thread.
      http.connect();
      open(http);
      int code = http.getResponseCode();
      if (code != HttpURLConnection.HTTP_OK) {
        throw new IOException("HTTP status " + code);
      }
      try (InputStream in = http.getInputStream()) {
        copy(in, to, place.content().bytes());
      }
    } finally {
      open(null);
      http.disconnect();
    }
  }

  private static HttpURLConnection request(String name, ArtifactPlace place) throws IOException {
    if (!SafeName.isSafe(name)) {
      throw new IOException("it has a name that is not allowed");
    }
    try {
      URI uri = new URI("http://" + place.address() + "/artifact/" + name);
      if (uri.getHost() == null || uri.getUserInfo() != null || uri.getPort() < 0) {
        throw new IOException("it is at no address");
      }
      HttpURLConnection http = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
      http.setConnectTimeout(CONNECT_MS);
      http.setReadTimeout(NO_PROGRESS_MS);
      http.setInstanceFollowRedirects(false);
      http.setUseCaches(false);
      http.setRequestProperty("Authorization", "Bearer " + place.token());
      return http;
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new IOException("it is at no address", e);
    }
  }

  private void copy(InputStream in, OutputStream to, long expected) throws IOException {
    long begun = System.nanoTime();
    byte[] buffer = new byte[BUFFER];
    long copied = 0;
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      copied += n;
      if (copied > expected) {
        throw new IOException("it is larger than was announced");
      }
      to.write(buffer, 0, n);
      long late = System.nanoTime() - begun - PATIENCE.toNanos();
      if (late > 0 && copied < late / 1e9 * LEAST_BYTES_PER_SECOND) {
        throw new IOException("it comes too slowly");
      }
      if (isCancelled()) {
        throw new IOException("nobody wants it any more");
      }
    }
    if (copied != expected) {
      throw new IOException("it ends after " + copied + " of " + expected + " bytes");
    }
  }
}
