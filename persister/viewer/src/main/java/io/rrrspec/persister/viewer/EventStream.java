package io.rrrspec.persister.viewer;

import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends server-sent events to one reader and never waits for that reader: no thread is held by a
 * reader that does not read. A state that was not sent yet gives way to a newer one.
 */
final class EventStream implements WriteListener {
  /** A reader that takes nothing for this long is gone, or wants to be in the way. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private final ServletOutputStream out;
  private final long patienceNanos;

  /** Is sent as soon as the reader has taken what was sent before. */
  private byte @Nullable [] next;

  private boolean nextIsLast;

  /** When what was given to be sent was read. */
  private long newest = System.nanoTime() - Duration.ofMinutes(1).toNanos();

  private boolean lastIsSent;
  private boolean mustFlush;

  /** Whether the container will call {@link #onWritePossible}: until then nothing may be sent. */
  private boolean waiting = true;

  private long waitingSince = System.nanoTime();

  private EventStream(ServletOutputStream out, Duration patience) {
    this.out = out;
    this.patienceNanos = patience.toNanos();
  }

  /**
   * Opens the stream that a request asks for.
   *
   * @param opened is told of the stream, and may send at once
   */
  static void open(Context ctx, Opened opened) {
    open(ctx, PATIENCE, opened);
  }

  static void open(Context ctx, Duration patience, Opened opened) {
    ctx.future(
        () -> {
          HttpServletResponse response = ctx.res();
          response.setContentType("text/event-stream");
          response.setCharacterEncoding("UTF-8");
          // A proxy must not wait for the end.
          response.setHeader("X-Accel-Buffering", "no");
          EventStream stream;
          try {
            stream = new EventStream(response.getOutputStream(), patience);
          } catch (IOException e) {
            return CompletableFuture.completedFuture(null);
          }
          opened.opened(stream);
          stream.out.setWriteListener(stream);
          return stream.over;
        });
  }

  /** Takes a stream that was opened. */
  @FunctionalInterface
  interface Opened {
    void opened(EventStream stream);
  }

  /**
   * Sends events, in place of those that wait to be sent.
   *
   * @param events as {@link #event} writes them
   * @param asOf when what they tell was read, by {@link System#nanoTime()}: older ones than those
   *     that were given before are left out
   * @param last whether the stream ends with them
   * @return false if the reader has taken nothing for too long, or is gone: the stream is closed
   */
  boolean send(String events, long asOf, boolean last) {
    synchronized (this) {
      if (over.isDone()) {
        return false;
      }
      if (nextIsLast || asOf - newest < 0) {
        return true;
      }
      newest = asOf;
      next = events.getBytes(StandardCharsets.UTF_8);
      nextIsLast = last;
      if (!waiting) {
        write();
        return true;
      }
      if (System.nanoTime() - waitingSince < patienceNanos) {
        return true;
      }
    }
    close();
    return false;
  }

  /** One event, as it stands in the stream. */
  static String event(String name, String data) {
    StringBuilder text = new StringBuilder("event: ").append(name).append('\n');
    data.lines().forEach(line -> text.append("data: ").append(line).append('\n'));
    return text.append('\n').toString();
  }

  /** Runs something when the stream has ended, for whatever reason. */
  void onClose(Runnable action) {
    var unused = over.whenComplete((nothing, error) -> action.run());
  }

  private void close() {
    over.complete(null);
  }

  @Override
  public void onWritePossible() {
    write();
  }

  @Override
  public void onError(Throwable error) {
    close();
  }

  private void write() {
    boolean ended;
    synchronized (this) {
      try {
        ended = writeWhileReady();
      } catch (IOException e) {
        ended = true;
      }
    }
    if (ended) {
      close();
    }
  }

  /** Whether all is said. */
  private boolean writeWhileReady() throws IOException {
    while (out.isReady()) {
      byte[] events = next;
      if (events != null) {
        next = null;
        lastIsSent = nextIsLast;
        mustFlush = true;
        out.write(events);
      } else if (mustFlush) {
        mustFlush = false;
        out.flush();
      } else {
        waiting = false;
        return lastIsSent;
      }
    }
    waiting = true;
    waitingSince = System.nanoTime();
    return false;
  }
}
