package io.rrrspec.server.line;

import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the answers of one connection made by workers, and sends them, part by part, as fast as the
 * client reads. Belongs to the thread of the channel.
 */
final class Delivery {
  private static final Logger log = LoggerFactory.getLogger(Delivery.class);

  private final SocketChannel channel;
  private final CommandPort port;
  private final Runnable sent;
  private boolean open;
  private boolean atWorker;
  private boolean isLong;
  private @Nullable Answer rest;

  /** A part of an answer. */
  private record Part(Answer answer, byte[] bytes, boolean last) {
    static Part of(Answer answer) {
      byte[] bytes = answer.next();
      return new Part(answer, bytes, answer.isOver());
    }
  }

  /**
   * Makes one for a connection.
   *
   * @param sent called when an answer is sent so far that the next line may be taken
   */
  Delivery(SocketChannel channel, CommandPort port, Runnable sent) {
    this.channel = channel;
    this.port = port;
    this.sent = sent;
  }

  /** Whether an answer is made, or not sent yet. */
  boolean isOpen() {
    return open;
  }

  /** Whether it is not the client that is waited for. */
  boolean isAtWorker() {
    return atWorker;
  }

  /** Nothing more is answered, as if an answer was made and never came. */
  void hold() {
    open = true;
    atWorker = true;
  }

  /** Has a worker make an answer, and sends it. */
  void begin(Supplier<Answer> line) {
    open = true;
    onWorker(line, true);
  }

  private void onWorker(Supplier<Answer> source, boolean first) {
    atWorker = true;
    try {
      port.workers()
          .execute(
              () -> {
                Part part = part(source, first);
                handOver(part);
              });
    } catch (RejectedExecutionException e) {
      // The server ends.
      var unused = channel.close();
    }
  }

  private void handOver(@Nullable Part part) {
    try {
      channel.eventLoop().execute(() -> made(part));
    } catch (RejectedExecutionException e) {
      // The server ends, and the channel has ended already.
      log.debug("an answer for {} comes too late", channel.remoteAddress());
    }
  }

  /** Null if the answer breaks off. */
  private static @Nullable Part part(Supplier<Answer> source, boolean first) {
    try {
      return Part.of(source.get());
    } catch (RuntimeException e) {
      Answer failure = Clerk.failure(e);
      return first ? Part.of(failure) : null;
    }
  }

  private void made(@Nullable Part part) {
    atWorker = false;
    if (!channel.isActive() || part == null) {
      // After the announced number of lines an error could be taken for one of them.
      var unused = channel.close();
      close();
      return;
    }
    Part next = part.last() || mayBeLong() ? part : Part.of(tooManyLong());
    rest = next.last() ? null : next.answer();
    var unused = channel.writeAndFlush(Unpooled.wrappedBuffer(next.bytes()));
    goOn();
  }

  /** An answer that waits for its client holds memory, so only some are long at once. */
  private boolean mayBeLong() {
    isLong = isLong || port.longAnswers().tryAcquire();
    return isLong;
  }

  private Answer tooManyLong() {
    return Answer.error(
        port.limits().longAnswers() + " long answers are being sent already: try again later");
  }

  /** Sends more if the client has read enough. */
  void goOn() {
    if (!open || atWorker || !channel.isWritable()) {
      return;
    }
    Answer more = rest;
    if (more != null) {
      onWorker(() -> more, false);
      return;
    }
    close();
    sent.run();
  }

  /** Sends nothing more. */
  void close() {
    open = false;
    rest = null;
    if (isLong && !atWorker) {
      isLong = false;
      port.longAnswers().release();
    }
  }
}
