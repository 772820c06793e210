package io.rrrspec.experiments.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between slaves and Redis and counts round trips: how often a connection sends something
 * after it has received something. What goes out together counts once, however many commands.
 */
final class CountingProxy implements AutoCloseable {
  private final ServerSocket server;
  private final URI target;
  private final AtomicLong roundTrips = new AtomicLong();

  CountingProxy(URI target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  URI url() {
    String user = target.getRawUserInfo();
    return URI.create(
        "redis://" + (user == null ? "" : user + "@") + "127.0.0.1:" + server.getLocalPort());
  }

  long roundTrips() {
    return roundTrips.get();
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "counting-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Socket redis = new Socket(target.getHost(), target.getPort());
        client.setTcpNoDelay(true);
        redis.setTcpNoDelay(true);
        new Pair(client, redis).start();
      }
    } catch (IOException closed) {
      return;
    }
  }

  private final class Pair {
    private final Socket client;
    private final Socket redis;
    private boolean asked;

    Pair(Socket client, Socket redis) {
      this.client = client;
      this.redis = redis;
    }

    void start() {
      CountingProxy.start(() -> copy(client, redis, true));
      CountingProxy.start(() -> copy(redis, client, false));
    }

    private void copy(Socket from, Socket to, boolean asking) {
      try (from;
          to) {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] buffer = new byte[1 << 16];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          note(asking);
          out.write(buffer, 0, n);
        }
      } catch (IOException closed) {
        return;
      }
    }

    private synchronized void note(boolean asking) {
      if (asking && !asked) {
        roundTrips.incrementAndGet();
      }
      asked = asking;
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
