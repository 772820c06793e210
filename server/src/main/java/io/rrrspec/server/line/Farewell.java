package io.rrrspec.server.line;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a connection so that its last answer arrives. The kernel would throw that away if something
 * came that nobody has read, so what comes is read for a while, and forgotten.
 */
final class Farewell {
  /** So much is read; a client that sends more is cut off. */
  private static final long MOST = 16 * 1024 * 1024;

  private final SocketChannel channel;
  private final Duration linger;
  private boolean begun;
  private boolean said;
  private boolean inputOver;
  private long forgotten;

  /**
   * Makes one for a connection.
   *
   * @param linger how long it goes on to read at most
   */
  Farewell(SocketChannel channel, Duration linger) {
    this.channel = channel;
    this.linger = linger;
  }

  /** Whether the connection ends. */
  boolean hasBegun() {
    return begun;
  }

  /**
   * Begins the end.
   *
   * @param last the last answer; null: none
   */
  void begin(@Nullable Answer last) {
    begun = true;
    byte[] bytes = last == null ? new byte[0] : last.next();
    channel.writeAndFlush(Unpooled.wrappedBuffer(bytes)).addListener(written -> endOutput());
    var unused =
        channel.eventLoop().schedule(this::close, linger.toMillis(), TimeUnit.MILLISECONDS);
    goOn();
  }

  private void endOutput() {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    ChannelFuture ended = tls == null ? channel.shutdownOutput() : tls.closeOutbound();
    ended.addListener(
        over -> {
          said = true;
          closeIfOver();
        });
  }

  /** Something came that is forgotten. */
  void forget(int bytes) {
    forgotten += bytes;
  }

  /** The client sends nothing more. */
  void inputIsOver() {
    inputOver = true;
    closeIfOver();
  }

  /** Reads on. */
  void goOn() {
    if (forgotten > MOST) {
      close();
    } else if (!inputOver) {
      channel.read();
    }
  }

  private void closeIfOver() {
    if (begun && said && inputOver) {
      close();
    }
  }

  private void close() {
    var unused = channel.close();
  }
}
