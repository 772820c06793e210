package io.rrrspec.client.local;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The port on which the JVM of the tests waits for a debugger; does nothing if there is none. */
final class DebugPort {
  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final String LISTENS = "0A";

  private final @Nullable Integer port;
  private boolean listened;

  private DebugPort(@Nullable Integer port) {
    this.port = port;
  }

  /** The given port, or none. */
  static DebugPort of(@Nullable Integer port) {
    return new DebugPort(port);
  }

  /**
   * Checks that the JVM will get it.
   *
   * @throws UsageException if another process has it
   */
  void requireFree() {
    if (port == null) {
      return;
    }
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      if (socket.getLocalPort() != port) {
        throw new IOException("another port");
      }
    } catch (IOException e) {
      throw new UsageException(
          "option --debug: port " + port + " is in use: write another one, --debug=PORT", e);
    }
  }

  /** What the launcher of a slave has to know. */
  Map<String, String> environment() {
    return port == null ? Map.of() : Map.of("RRRSPEC_DEBUG_PORT", port.toString());
  }

  /** Says so each time that a JVM begins to listen. */
  void look(Consumer<String> say) {
    if (port == null) {
      return;
    }
    boolean listens = listens(port);
    if (listens && !listened) {
      say.accept("listening for a debugger on port " + port);
    }
    listened = listens;
  }

  /** From the kernel's table: a connection of ours would be a debugger for the JVM. */
  private static boolean listens(int port) {
    String end = String.format(Locale.ROOT, ":%04X", port);
    try (Stream<String> lines = Files.lines(Path.of("/proc/net/tcp"))) {
      return lines
          .map(line -> line.strip().split("\\s+"))
          .anyMatch(
              row -> row.length > STATE && row[LOCAL].endsWith(end) && row[STATE].equals(LISTENS));
    } catch (IOException e) {
      return false;
    }
  }
}
