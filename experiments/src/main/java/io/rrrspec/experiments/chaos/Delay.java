package io.rrrspec.experiments.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A program that stands before a server as a long line would: all that it passes on arrives later,
 * in either direction. It ends when its stdin does.
 */
final class Delay {
  private static final int CHUNK_BYTES = 64 << 10;

  /** So much may be on the line: 16 MiB in each direction. */
  private static final int CHUNKS = 256;

  private Delay() {}

  private record Chunk(long dueNanos, byte[] bytes) {}

  /**
   * Prints its port once it can be reached.
   *
   * @param args the address to listen on, the server's port there, and by how many milliseconds
   */
  public static void main(String[] args) throws IOException {
    InetAddress address = InetAddress.getByName(args[0]);
    int server = Integer.parseInt(args[1]);
    long delayNanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[2]));
    try (ServerSocket socket = new ServerSocket(0, 50, address)) {
      System.out.println(socket.getLocalPort());
      start("accept", () -> accept(socket, address, server, delayNanos));
      while (System.in.read() >= 0) {
        // Nobody says anything; the end is what counts.
      }
    }
    System.exit(0);
  }

  private static void accept(
      ServerSocket socket, InetAddress address, int server, long delayNanos) {
    try {
      while (true) {
        Socket client = socket.accept();
        Socket other = new Socket(address, server);
        client.setTcpNoDelay(true);
        other.setTcpNoDelay(true);
        pass(client, other, delayNanos);
        pass(other, client, delayNanos);
      }
    } catch (IOException e) {
      System.err.println(e); // the server does not answer: refuse further connections
      System.exit(1);
    }
  }

  private static void pass(Socket from, Socket to, long delayNanos) {
    BlockingQueue<Chunk> line = new ArrayBlockingQueue<>(CHUNKS);
    start(
        "read",
        () -> {
          byte[] buffer = new byte[CHUNK_BYTES];
          try {
            InputStream in = from.getInputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
              line.put(new Chunk(System.nanoTime() + delayNanos, Arrays.copyOf(buffer, count)));
            }
            line.put(new Chunk(System.nanoTime() + delayNanos, new byte[0]));
          } catch (IOException | InterruptedException e) {
            close(from, to);
          }
        });
    start(
        "write",
        () -> {
          try {
            OutputStream out = to.getOutputStream();
            for (Chunk chunk = line.take(); chunk.bytes().length > 0; chunk = line.take()) {
              TimeUnit.NANOSECONDS.sleep(chunk.dueNanos() - System.nanoTime());
              out.write(chunk.bytes());
            }
            to.shutdownOutput();
          } catch (IOException | InterruptedException e) {
            close(from, to);
          }
        });
  }

  private static void close(Socket... sockets) {
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        System.err.println(e);
      }
    }
  }

  private static void start(String name, Runnable action) {
    Thread thread = new Thread(action, name);
    thread.setDaemon(true);
    thread.start();
  }
}
