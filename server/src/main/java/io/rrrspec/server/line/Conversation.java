package io.rrrspec.server.line;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderException;
import io.rrrspec.common.line.Reply;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection. It takes a line, has it carried out, sends the answer, and only then takes the
 * next line: so answers keep the order of the lines, and a client that does not read is not read
 * from. Everything here is done by the thread of the channel.
 */
final class Conversation extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(Conversation.class);
  private static final String AUTH = "auth";
  private static final long SHORTEST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final CommandPort port;
  private final SocketChannel channel;
  private final boolean tooMany;
  private final LineBuffer lines = new LineBuffer();
  private final Delivery delivery;
  private final Farewell farewell;
  private final Clerk clerk;

  /** Whether a line with something in it has come. */
  private boolean begun;

  /** Whether the token was brought, or none is set. */
  private boolean admitted;

  private boolean inputOver;
  private long lastNews = System.nanoTime();

  /**
   * Takes a connection.
   *
   * @param tooMany whether there are too many already, which is all that this one is told
   */
  Conversation(CommandPort port, SocketChannel channel, boolean tooMany) {
    this.port = port;
    this.channel = channel;
    this.tooMany = tooMany;
    this.admitted = !port.token().isSet();
    this.delivery = new Delivery(channel, port, this::proceed);
    this.farewell = new Farewell(channel, port.limits().linger());
    this.clerk =
        new Clerk(
            port.stores(), channel.remoteAddress(), channel.localAddress(), port.token().isSet());
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    if (tooMany) {
      farewell.begin(Answer.error("too many connections: end some, or try again later"));
      return;
    }
    look();
    channel.read();
  }

  /** Ends a connection on which nothing happens. */
  private void look() {
    long limit = (admitted ? port.limits().idle() : port.limits().untilToken()).toNanos();
    long left = limit - (System.nanoTime() - lastNews);
    if (left <= 0 && !delivery.isAtWorker()) {
      var unused = channel.close();
    } else if (channel.isActive()) {
      var unused =
          channel
              .eventLoop()
              .schedule(this::look, Math.max(left, SHORTEST_LOOK_NANOS), TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf data = (ByteBuf) message;
    try {
      if (farewell.hasBegun()) {
        farewell.forget(data.readableBytes());
      } else {
        lines.add(data);
      }
    } finally {
      data.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (farewell.hasBegun()) {
      farewell.goOn();
    } else {
      proceed();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
    if (event instanceof ChannelInputShutdownEvent) {
      inputOver = true;
      farewell.inputIsOver();
      proceed();
    }
    super.userEventTriggered(ctx, event);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (channel.isWritable()) {
      lastNews = System.nanoTime();
      delivery.goOn();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    delivery.close();
    lines.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException || cause instanceof DecoderException) {
      // The client has gone, or does not speak TLS where it should.
      log.debug("{} ends: {}", channel.remoteAddress(), cause.toString());
    } else {
      log.warn("the connection of {} ends", channel.remoteAddress(), cause);
    }
    var unused = channel.close();
  }

  /** Takes the next line, if the one before it is answered. */
  private void proceed() {
    if (delivery.isOpen() || farewell.hasBegun() || !channel.isActive()) {
      return;
    }
    byte[] line = lines.next();
    if (line != null) {
      lastNews = System.nanoTime();
      take(line);
    } else if (lines.isTooLong()) {
      farewell.begin(
          Answer.error(
              "the line is longer than " + LineBuffer.LONGEST + " bytes: put the job into a file"));
    } else if (!inputOver) {
      channel.read();
    } else {
      end(
          lines.hasHalfLine()
              ? Answer.error("the last line has no end and was not carried out: end it with LF")
              : null);
    }
  }

  private void take(byte[] line) {
    String bytes = new String(line, StandardCharsets.ISO_8859_1);
    if (!begun && HttpLine.matches(bytes)) {
      end(null);
      return;
    }
    begun = begun || !bytes.isBlank();
    String text = decode(line);
    if (text == null) {
      takeUnreadable();
    } else if (text.equals(AUTH) || text.startsWith(AUTH + " ") || !admitted) {
      takeToken(text);
    } else if (text.strip().equals("quit")) {
      end(Answer.of(Reply.DONE));
    } else if (text.stripLeading().startsWith("quit ")) {
      say(Answer.error("something follows quit: write quit alone"));
    } else {
      delivery.begin(() -> clerk.answer(text));
    }
  }

  private static @Nullable String decode(byte[] line) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private void takeUnreadable() {
    if (admitted) {
      say(Answer.error("the line is not UTF-8: write it as UTF-8"));
    } else {
      refuse("this port asks for the token of the settings: write auth TOKEN first");
    }
  }

  private void takeToken(String line) {
    if (!line.startsWith(AUTH + " ")) {
      refuse("this port asks for the token of the settings: write auth TOKEN first");
    } else if (!port.token().isSet()) {
      say(Answer.error("no token is set on this server: go on without auth"));
    } else if (port.token().matches(line.substring(AUTH.length()).strip())) {
      admitted = true;
      say(Answer.of(Reply.DONE));
    } else {
      refuse("the token is wrong: write the token of the settings after auth");
    }
  }

  private void say(Answer answer) {
    delivery.begin(() -> answer);
  }

  /** Ends the connection after a while, so that tokens cannot be tried fast. */
  private void refuse(String why) {
    delivery.hold();
    var unused =
        channel
            .eventLoop()
            .schedule(
                () -> end(Answer.error(why)),
                port.limits().afterWrongToken().toMillis(),
                TimeUnit.MILLISECONDS);
  }

  private void end(@Nullable Answer last) {
    lines.clear();
    farewell.begin(last);
  }
}
