package io.rrrspec.server.line;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A plain socket to a command port; what does not come within a minute fails the test. */
final class LineSocket implements Closeable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;

  LineSocket(int port) throws IOException {
    this(new Socket(), port);
  }

  /** Over a socket that is not connected yet. */
  LineSocket(Socket socket, int port) throws IOException {
    this.socket = socket;
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
    socket.setSoTimeout(PATIENCE_MILLIS);
    this.in = new java.io.BufferedInputStream(socket.getInputStream());
  }

  /** Sends bytes as they are. */
  LineSocket send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** Sends text as it is. */
  LineSocket send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The next line with its end; what is left at the end of the connection, mostly "". */
  String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      line.write(b);
      if (b == '\n') {
        break;
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /** The next answer: one line, or all of a MULTI. */
  String answer() throws IOException {
    String first = line();
    StringBuilder answer = new StringBuilder(first);
    if (first.startsWith("+MULTI ")) {
      for (int i = Integer.parseInt(first.substring("+MULTI ".length()).strip()); i > 0; i--) {
        answer.append(line());
      }
    }
    return answer.toString();
  }

  /** Sends a line and returns its answer. */
  String ask(String line) throws IOException {
    return send(line + "\n").answer();
  }

  /** All that comes until the other side ends the connection. */
  List<String> linesToTheEnd() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      lines.add(line);
    }
    return lines;
  }

  /** Sends nothing more. */
  LineSocket endOutput() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
