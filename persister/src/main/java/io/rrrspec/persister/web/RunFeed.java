package io.rrrspec.persister.web;

import io.javalin.http.sse.SseClient;
import io.rrrspec.persister.web.page.RunPage;
import io.rrrspec.persister.web.run.RunView;
import io.rrrspec.persister.web.run.RunViews;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Sends what moves on the page of a run to all who have it open: made once, whoever looks. Somebody
 * who reads slowly misses what has come meanwhile, and gets the next state.
 */
final class RunFeed implements AutoCloseable {
  private static final int THREADS = 4;
  private static final int MAX_WAITING = 10_000;

  private final RunViews views;
  private final Pages pages;
  private final Map<String, Audience> audiences = new ConcurrentHashMap<>();
  private final ExecutorService senders =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          1,
          TimeUnit.MINUTES,
          new LinkedBlockingQueue<>(MAX_WAITING),
          work -> {
            Thread thread = new Thread(work, "run-feed");
            thread.setDaemon(true);
            return thread;
          },
          new ThreadPoolExecutor.DiscardPolicy());

  private static final class Audience {
    final Set<SseClient> clients = ConcurrentHashMap.newKeySet();
    final Set<SseClient> busy = ConcurrentHashMap.newKeySet();
    RunViews.@org.jspecify.annotations.Nullable Watch watch;
  }

  RunFeed(RunViews views, Pages pages) {
    this.views = views;
    this.pages = pages;
  }

  /** Takes somebody who looks at a run. */
  void join(SseClient client) {
    String id = client.ctx().pathParam("id");
    RunView run = views.find(id).orElse(null);
    if (run == null || run.taskset().status().isFinal()) {
      sayOver(client);
      return;
    }
    client.keepAlive();
    Audience audience = audiences.computeIfAbsent(id, key -> new Audience());
    synchronized (audience) {
      if (audience.watch == null) {
        audience.watch = views.watch(id, now -> tell(id, now)).orElse(null);
      }
      audience.clients.add(client);
    }
    client.onClose(() -> leave(id, client));
    client.sendEvent("status", fragment(run));
    if (run.taskset().status().isFinal()) {
      // It ended before it was watched: nobody will tell of that.
      sayOver(client);
    }
  }

  private void leave(String id, SseClient client) {
    Audience audience = audiences.get(id);
    if (audience == null) {
      return;
    }
    synchronized (audience) {
      audience.clients.remove(client);
      audience.busy.remove(client);
      if (audience.clients.isEmpty() && audience.watch != null) {
        audience.watch.close();
        audience.watch = null;
      }
    }
  }

  private void tell(String id, RunView run) {
    Audience audience = audiences.get(id);
    if (audience == null || audience.clients.isEmpty()) {
      return;
    }
    boolean over = run.taskset().status().isFinal();
    String fragment = fragment(run);
    for (SseClient client : audience.clients) {
      if (audience.busy.add(client) || over) {
        senders.execute(
            () -> {
              try {
                client.sendEvent("status", fragment);
                if (over) {
                  sayOver(client);
                }
              } finally {
                audience.busy.remove(client);
              }
            });
      }
    }
  }

  private static void sayOver(SseClient client) {
    // Browsers drop an event without data.
    client.sendEvent("over", "over");
    client.close();
  }

  private String fragment(RunView run) {
    return pages.render("status", RunPage.Status.of(run));
  }

  @Override
  public void close() {
    senders.shutdownNow();
  }
}
