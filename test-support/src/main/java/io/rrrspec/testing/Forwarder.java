package io.rrrspec.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A port on loopback that leads to another one, which can change: an address whose Redis does. */
public final class Forwarder implements AutoCloseable {
  private final ServerSocket server;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile int target;

  public Forwarder(int target) throws IOException {
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.target = target;
    start(this::accept);
  }

  /** Where it listens. */
  public int port() {
    return server.getLocalPort();
  }

  /** Ends all connections; new ones lead elsewhere. */
  public void leadTo(int port) {
    target = port;
    sockets.forEach(Forwarder::close);
    sockets.clear();
  }

  private void accept() {
    try {
      while (true) {
        Socket in = server.accept();
        sockets.add(in);
        connect(in);
      }
    } catch (IOException e) {
      sockets.forEach(Forwarder::close);
    }
  }

  private void connect(Socket in) {
    try {
      Socket out = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(out);
      start(() -> copy(in, out));
      start(() -> copy(out, in));
    } catch (IOException e) {
      // Nobody listens there: whoever came sees its connection end.
      close(in);
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      close(from);
    }
    close(to);
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "forwarder");
    thread.setDaemon(true);
    thread.start();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
