package io.rrrspec.common.http;

import io.rrrspec.common.files.OwnUser;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.OptionalInt;

/**
 * Tells whether a connection comes from a process of the user who runs this one, or of root: every
 * other user of the machine reaches loopback, too.
 */
public final class LocalPeer {
  private LocalPeer() {}

  /**
   * Whether it does. Reads files, so it does not belong on a thread that others wait for.
   *
   * @param peer the other end
   * @param own our end
   */
  public static boolean isOwnUserOrRoot(InetSocketAddress peer, InetSocketAddress own) {
    if (OwnUser.uid() < 0) {
      // No /proc: not Linux, where the rest does not work either.
      return false;
    }
    OptionalInt user =
        PeerUser.of(peer.getAddress(), peer.getPort(), own.getAddress(), own.getPort());
    return user.isPresent()
        && (user.getAsInt() == OwnUser.uid() || user.getAsInt() == OwnUser.ROOT);
  }

  /** The same, with addresses as a web server gives them. */
  public static boolean isOwnUserOrRoot(String peer, int peerPort, String own, int ownPort) {
    try {
      return isOwnUserOrRoot(
          new InetSocketAddress(InetAddress.getByName(peer), peerPort),
          new InetSocketAddress(InetAddress.getByName(own), ownPort));
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
