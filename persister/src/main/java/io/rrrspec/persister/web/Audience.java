package io.rrrspec.persister.web;

import io.javalin.http.sse.SseClient;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Who has the page of one run open. Whoever reads slowly misses what has come meanwhile, but never
 * the newest state.
 */
final class Audience {
  private final Set<SseClient> clients = ConcurrentHashMap.newKeySet();
  private final Set<SseClient> busy = ConcurrentHashMap.newKeySet();
  private volatile @Nullable News latest;

  /**
   * A state of the run.
   *
   * @param fragment the piece of the page that moves
   * @param over whether it is the last one
   */
  record News(String fragment, boolean over) {}

  void add(SseClient client) {
    clients.add(client);
  }

  void remove(SseClient client) {
    clients.remove(client);
    busy.remove(client);
  }

  boolean isEmpty() {
    return clients.isEmpty();
  }

  int size() {
    return clients.size();
  }

  /** Sends it to all of them; returns at once. */
  void tell(News news, Executor senders) {
    latest = news;
    for (SseClient client : clients) {
      // Who is still being sent something gets this one after that.
      if (busy.add(client)) {
        try {
          senders.execute(() -> send(client));
        } catch (RejectedExecutionException e) {
          // Too many wait already; the next news may find room.
          busy.remove(client);
        }
      }
    }
  }

  private void send(SseClient client) {
    News sent = null;
    News next = latest;
    try {
      while (next != null && next != sent) {
        client.sendEvent("status", next.fragment());
        if (next.over()) {
          sayOver(client);
          return;
        }
        sent = next;
        next = latest;
      }
    } finally {
      busy.remove(client);
    }
    // What came between the last look and the end of being busy was left to nobody.
    if (latest != sent && busy.add(client)) {
      send(client);
    }
  }

  /** Tells a browser that there is nothing more to come. */
  static void sayOver(SseClient client) {
    // Browsers drop an event without data.
    client.sendEvent("over", "over");
    client.close();
  }
}
