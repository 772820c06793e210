package io.rrrspec.server.line;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.rrrspec.common.config.ServerSettings;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.http.AccessToken;
import io.rrrspec.common.http.Listening;
import io.rrrspec.common.store.Stores;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The TCP port on which people and programs look after queues and jobs, line by line. */
public final class CommandPort implements AutoCloseable {
  /** How many lines are carried out at once, each with a connection to Redis. */
  public static final int WORKERS = 8;

  private static final Logger log = LoggerFactory.getLogger(CommandPort.class);
  private static final String SETTING = "command_port";
  private static final int BACKLOG = 1_024;

  /** How much of a connection is read at once. */
  private static final int READ = 16 * 1024;

  private static final long LONGEST_END_SEC = 5;

  private final SharedSettings settings;
  private final Stores stores;
  private final Limits limits;
  private final AccessToken token;
  private final @Nullable SslContext tls;
  private final AtomicInteger connections = new AtomicInteger();
  private final Semaphore longAnswers;

  /** Its queue is bounded by the connections: each has one line in it at most. */
  private final ExecutorService workers =
      Executors.newFixedThreadPool(WORKERS, new DefaultThreadFactory("command-line", true));

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("command-port", true), NioIoHandler.newFactory());

  private @Nullable Channel listening;

  /**
   * Makes the port; {@link #start} opens it.
   *
   * @param stores over {@link #WORKERS} connections or more
   * @throws io.rrrspec.common.UsageException if the certificate cannot be used
   */
  public CommandPort(SharedSettings settings, ServerSettings server, Stores stores) {
    this(settings, TlsFiles.read(server), stores, Limits.DEFAULT);
  }

  CommandPort(SharedSettings settings, @Nullable SslContext tls, Stores stores, Limits limits) {
    this.settings = settings;
    this.tls = tls;
    this.stores = stores;
    this.limits = limits;
    this.token = new AccessToken(settings);
    this.longAnswers = new Semaphore(limits.longAnswers());
  }

  /**
   * Opens the port.
   *
   * @throws io.rrrspec.common.ServiceException if it cannot be had
   */
  public void start() {
    String bind = settings.bind();
    int port = settings.commandPort();
    Listening.require(bind, port, SETTING);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            // Nothing is read before the line before it is answered, and never more than one part.
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                new FixedRecvByteBufAllocator(READ).maxMessagesPerRead(1))
            // A client that has sent all may end its side and still wait for the answers.
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    begin(channel);
                  }
                })
            .bind(new InetSocketAddress(bind, port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw Listening.failed(bind, port, SETTING, bound.cause());
    }
    listening = bound.channel();
    log.info(
        "queues and jobs are at {}:{}{}, line by line", bind, port(), tls == null ? "" : " (TLS)");
  }

  private void begin(SocketChannel channel) {
    int now = connections.incrementAndGet();
    channel.closeFuture().addListener(closed -> connections.decrementAndGet());
    if (now > limits.connectionsTold()) {
      var unused = channel.close();
      return;
    }
    if (tls != null) {
      channel.pipeline().addLast(tls.newHandler(channel.alloc()));
    }
    channel.pipeline().addLast(new Conversation(this, channel, now > limits.connections()));
  }

  /** The port that it listens on. */
  public int port() {
    Channel open = listening;
    if (open == null) {
      throw new IllegalStateException("not started");
    }
    return ((InetSocketAddress) open.localAddress()).getPort();
  }

  Stores stores() {
    return stores;
  }

  Limits limits() {
    return limits;
  }

  AccessToken token() {
    return token;
  }

  ExecutorService workers() {
    return workers;
  }

  Semaphore longAnswers() {
    return longAnswers;
  }

  @Override
  public void close() {
    loops
        .shutdownGracefully(0, LONGEST_END_SEC, TimeUnit.SECONDS)
        .awaitUninterruptibly(LONGEST_END_SEC, TimeUnit.SECONDS);
    workers.shutdownNow();
  }
}
