package io.rrrspec.client.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.process.LineSplitter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Server-sent events of a request, read in a thread of their own; a bounded number waits here. */
final class RequestEvents implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RequestEvents.class);

  /** More than an output may have. */
  private static final int LONGEST = 1 << 18;

  private static final int MOST_WAITING = 100;

  private final InputStream stream;
  private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(MOST_WAITING);
  private final Thread reader = new Thread(this::read, "request-events");
  private volatile long heard = System.nanoTime();
  private volatile boolean ended;

  // Of the event that is being read.
  private String id = "";
  private String data = "";

  /**
   * An event.
   *
   * @param id of the event; empty: it has none
   * @param data what has happened
   */
  record Event(String id, JsonNode data) {}

  private RequestEvents(InputStream stream) {
    this.stream = stream;
  }

  /** Begins to read a stream; it is closed with this. */
  static RequestEvents of(InputStream stream) {
    RequestEvents events = new RequestEvents(stream);
    events.reader.setDaemon(true);
    events.reader.start();
    return events;
  }

  private void read() {
    try (LineSplitter lines = new LineSplitter(StandardCharsets.UTF_8, LONGEST, this::line)) {
      stream.transferTo(lines);
    } catch (IOException e) {
      log.debug("the stream of events has ended", e);
    } finally {
      ended = true;
    }
  }

  private void line(String line) {
    heard = System.nanoTime();
    if (line.isEmpty()) {
      event();
    } else if (line.startsWith("id:")) {
      id = line.substring(3).strip();
    } else if (line.startsWith("data:")) {
      data = line.substring(5);
    }
  }

  private void event() {
    String text = data;
    data = "";
    if (text.isEmpty()) {
      return;
    }
    try {
      events.put(new Event(id, JsonText.parse(text)));
    } catch (IllegalArgumentException e) {
      log.debug("an event is no JSON", e);
    } catch (InterruptedException e) {
      // Closed: nobody takes it any more.
      Thread.currentThread().interrupt();
    }
  }

  /** The next event; null: none came in so many milliseconds. */
  @Nullable Event next(long millis) {
    try {
      return events.poll(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** Whether nothing comes any more. */
  boolean isOver() {
    // In this order: the last event is put before the end is noted.
    return ended && events.isEmpty();
  }

  /** How long the server has written nothing, not even a comment. */
  Duration quiet() {
    return Duration.ofNanos(System.nanoTime() - heard);
  }

  @Override
  public void close() {
    reader.interrupt();
    try {
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
