package io.rrrspec.common.http;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;

/** Tells in one line why a port cannot be had. */
public final class Listening {
  private Listening() {}

  /**
   * Looks whether a port can be had, before a web server is started on it: that would log a trace
   * of its own.
   *
   * @param setting which one says the port
   * @throws ServiceException if it cannot
   */
  public static void require(String bind, int port, String setting) {
    try (ServerSocket socket = new ServerSocket()) {
      // What a server that has just ended leaves behind is no hindrance, as for the web server.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(bind, port));
    } catch (IOException e) {
      throw failed(bind, port, setting, e);
    }
  }

  /** What is said of a port that cannot be had. */
  public static ServiceException failed(
      String bind, int port, String setting, @Nullable Throwable cause) {
    return new ServiceException(
        "cannot listen on "
            + bind
            + ":"
            + port
            + ": end what listens there, or set "
            + setting
            + " to another port (0 takes a free one) or bind to an address of this host",
        cause);
  }
}
