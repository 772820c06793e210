package io.rrrspec.common.http;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tells which user of this machine is at the other end of a loopback connection: the kernel lists
 * every socket with its owner in {@code /proc/net/tcp} and {@code tcp6}, in the format of Linux's
 * {@code proc_net_tcp.rst}.
 */
public final class PeerUser {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  /** An IPv4 address in an IPv6 socket. */
  private static final String MAPPED = "0000000000000000" + word(new byte[] {0, 0, -1, -1}, 0);

  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int UID = 7;
  private static final int INODE = 9;

  private PeerUser() {}

  /**
   * The number of the user whose socket it is.
   *
   * @param peer address of the other end
   * @param peerPort its port
   * @param own address of our end
   * @param ownPort its port
   * @return empty if there is no such connection from this machine, or its process has closed it
   *     already: then the kernel does not know any more whose it was
   */
  public static OptionalInt of(InetAddress peer, int peerPort, InetAddress own, int ownPort) {
    Set<String> from = forms(peer, peerPort);
    Set<String> to = forms(own, ownPort);
    for (Path table : TABLES) {
      try (Stream<String> lines = Files.lines(table)) {
        OptionalInt found =
            lines
                // With thousands of connections, taking each line apart would cost most of the
                // time.
                .filter(line -> from.stream().anyMatch(line::contains))
                .map(line -> line.strip().split("\\s+"))
                .filter(row -> row.length > INODE)
                .filter(row -> from.contains(row[LOCAL]) && to.contains(row[REMOTE]))
                .filter(row -> !row[INODE].equals("0"))
                .mapToInt(row -> (int) Long.parseLong(row[UID]))
                .findFirst();
        if (found.isPresent()) {
          return found;
        }
      } catch (IOException e) {
        // A kernel without IPv6 has no second table.
        continue;
      }
    }
    return OptionalInt.empty();
  }

  private static Set<String> forms(InetAddress address, int port) {
    byte[] bytes = address.getAddress();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bytes.length; i += Integer.BYTES) {
      text.append(word(bytes, i));
    }
    String end = String.format(Locale.ROOT, ":%04X", port);
    return address instanceof Inet4Address
        ? Set.of(text + end, MAPPED + text + end)
        : Set.of(text + end);
  }

  /** Four bytes as the kernel prints them: one number in the byte order of the machine. */
  private static String word(byte[] bytes, int at) {
    int number = ByteBuffer.wrap(bytes, at, Integer.BYTES).order(ByteOrder.nativeOrder()).getInt();
    return String.format(Locale.ROOT, "%08X", number);
  }
}
