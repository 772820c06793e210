package io.rrrspec.persister.viewer;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Everybody who has the page of one run open. A slow reader misses states in between, but never the
 * newest one; a reader that does not read at all is dropped.
 */
final class Subscribers {
  private static final String OVER = EventStream.event("over", "over");

  private final Set<EventStream> readers = ConcurrentHashMap.newKeySet();

  /**
   * A state of the run.
   *
   * @param fragment the piece of the page that moves
   * @param asOf when it was read, by {@link System#nanoTime()}
   * @param over whether it is the last one
   */
  record News(String fragment, long asOf, boolean over) {
    private String events() {
      String status = EventStream.event("status", fragment);
      return over ? status + OVER : status;
    }
  }

  void add(EventStream reader) {
    readers.add(reader);
  }

  void remove(EventStream reader) {
    readers.remove(reader);
  }

  boolean isEmpty() {
    return readers.isEmpty();
  }

  int size() {
    return readers.size();
  }

  /** Sends a state to all readers; waits for none of them. */
  void tell(News news) {
    String events = news.events();
    readers.forEach(reader -> reader.send(events, news.asOf(), news.over()));
  }

  /** Sends a state to one reader. */
  static void tell(EventStream reader, News news) {
    reader.send(news.events(), news.asOf(), news.over());
  }

  /** Tells a browser that there is nothing more to come. */
  static void sayOver(EventStream reader) {
    reader.send(OVER, System.nanoTime(), true);
  }
}
