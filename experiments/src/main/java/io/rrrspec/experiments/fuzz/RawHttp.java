package io.rrrspec.experiments.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** Sends bytes to a port on this machine, and reads what comes back until it is over. */
final class RawHttp {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int MOST = 64 << 20;
  private static final int MOST_HEAD = 1 << 17;

  private RawHttp() {}

  /** The answer as it came; empty if there was none. */
  static byte[] exchange(int port, byte[] request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      // So that as many connections as this do not use up all ports.
      socket.setSoLinger(true, 0);
      try {
        socket.getOutputStream().write(request);
        socket.shutdownOutput();
      } catch (SocketException e) {
        // It was refused before it was read to its end.
      }
      InputStream in = socket.getInputStream();
      return read(in);
    }
  }

  private static byte[] read(InputStream in) throws IOException {
    long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    byte[] part = new byte[1 << 16];
    try {
      int read = 0;
      while (read >= 0 && answer.size() < MOST && !isStream(answer)) {
        answer.write(part, 0, read);
        if (System.nanoTime() - end > 0) {
          throw new SocketTimeoutException("the answer does not end");
        }
        read = in.read(part);
      }
    } catch (SocketException e) {
      // Ended by force: what is not read any more is lost.
    }
    return answer.toByteArray();
  }

  /** Whether this answer goes on as long as somebody reads it: its beginning says all. */
  private static boolean isStream(ByteArrayOutputStream answer) {
    if (answer.size() > MOST_HEAD) {
      return false;
    }
    String begin = answer.toString(StandardCharsets.ISO_8859_1);
    int head = begin.indexOf("\r\n\r\n");
    return head >= 0 && begin.substring(0, head).contains("text/event-stream");
  }

  /** The status of an answer of HTTP; 0 if it is none. */
  static int status(byte[] answer) {
    String head = new String(answer, 0, Math.min(answer.length, 12), StandardCharsets.ISO_8859_1);
    return head.matches("HTTP/1\\.[01] [1-5][0-9][0-9]") ? Integer.parseInt(head.substring(9)) : 0;
  }

  /** A request for a page. */
  static byte[] get(String path) {
    return ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}
