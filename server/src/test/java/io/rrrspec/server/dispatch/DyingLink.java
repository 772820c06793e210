package io.rrrspec.server.dispatch;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The way of one server to its Redis, which ends in the middle: as if the server was killed there.
 * Whether the last request still arrives, whose answer nobody reads, is drawn.
 */
final class DyingLink implements AutoCloseable {
  private final ServerSocket server;
  private final int redisPort;
  private final boolean lastArrives;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private int left;

  /**
   * Opens it.
   *
   * @param requests after how many it ends
   */
  DyingLink(int redisPort, int requests, boolean lastArrives) throws IOException {
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.redisPort = redisPort;
    this.left = requests;
    this.lastArrives = lastArrives;
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket in = server.accept();
        Socket out = new Socket(InetAddress.getLoopbackAddress(), redisPort);
        sockets.addAll(List.of(in, out));
        start(() -> requests(in, out));
        start(() -> answers(out, in));
      }
    } catch (IOException e) {
      closeAll();
    }
  }

  private void requests(Socket in, Socket out) {
    byte[] buffer = new byte[1 << 16];
    try {
      InputStream from = in.getInputStream();
      for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
        boolean last = isLast();
        if (last) {
          // Nobody hears the answer.
          in.close();
        }
        if (!last || lastArrives) {
          out.getOutputStream().write(buffer, 0, n);
        }
        if (last) {
          close();
          return;
        }
      }
    } catch (IOException e) {
      closeAll();
    }
  }

  private synchronized boolean isLast() {
    return left-- <= 0;
  }

  private void answers(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      closeAll();
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "dying-link");
    thread.setDaemon(true);
    thread.start();
  }

  private void closeAll() {
    for (Socket socket : sockets) {
      try {
        socket.shutdownOutput();
        socket.close();
      } catch (IOException e) {
        // It is closed already.
        continue;
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    closeAll();
  }
}
