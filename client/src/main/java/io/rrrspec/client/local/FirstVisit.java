package io.rrrspec.client.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A port that is open, and waits for the first one who connects. To start a web server takes more
 * processor time than many a run has for it, and most runs are never looked at.
 */
final class FirstVisit implements AutoCloseable {
  private final ServerSocketChannel channel;
  private final Selector selector;
  private final int port;
  private boolean handedOver;

  private FirstVisit(ServerSocketChannel channel, Selector selector) throws IOException {
    this.channel = channel;
    this.selector = selector;
    this.port = channel.socket().getLocalPort();
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_ACCEPT);
  }

  /**
   * Opens a port of an address of this host.
   *
   * @param port 0 for a free one
   * @throws IOException if it cannot be had
   */
  static FirstVisit at(String address, int port) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      // What a server that has just ended leaves behind is no hindrance.
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(new InetSocketAddress(InetAddress.getByName(address), port));
      return new FirstVisit(channel, Selector.open());
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** The port that is open. */
  int port() {
    return port;
  }

  /**
   * Waits until somebody connects.
   *
   * @return the open port, with the connection still to be accepted, for the caller to close; null
   *     if {@link #close} comes first
   */
  @Nullable ServerSocketChannel await() throws IOException {
    try {
      while (selector.select() == 0) {
        if (!selector.isOpen()) {
          return null;
        }
      }
      return handOver();
    } catch (ClosedSelectorException e) {
      return null;
    }
  }

  private synchronized @Nullable ServerSocketChannel handOver() throws IOException {
    if (!selector.isOpen()) {
      return null;
    }
    // The channel can block only when no selector has it.
    selector.close();
    channel.configureBlocking(true);
    handedOver = true;
    return channel;
  }

  /** Closes the port, unless it was handed over; harmless the second time. */
  @Override
  public synchronized void close() {
    if (handedOver) {
      return;
    }
    try (channel) {
      selector.close();
    } catch (IOException e) {
      // The process, which is about to end, has it closed then.
      return;
    }
  }
}
