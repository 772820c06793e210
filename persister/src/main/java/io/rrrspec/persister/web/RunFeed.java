package io.rrrspec.persister.web;

import io.javalin.http.sse.SseClient;
import io.rrrspec.persister.web.page.RunPage;
import io.rrrspec.persister.web.run.RunView;
import io.rrrspec.persister.web.run.RunViews;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends what moves on the page of a run to all who have it open: made once, whoever looks. */
final class RunFeed implements AutoCloseable {
  private static final int THREADS = 4;
  private static final int MAX_WAITING = 10_000;

  /** Of one run, to all of its readers: the more there are, the less often each is told. */
  private static final int SENDS_PER_SECOND = 200;

  private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final RunViews views;
  private final Pages pages;
  private final Map<String, Watched> watched = new ConcurrentHashMap<>();
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
          });

  private static final class Watched {
    final Audience audience = new Audience();
    final RunViews.@Nullable Watch watch;

    /** In the thread alone that tells. */
    long toldAt = System.nanoTime() - MAX_PAUSE_NANOS;

    Watched(RunViews.@Nullable Watch watch) {
      this.watch = watch;
    }
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
      Audience.sayOver(client);
      return;
    }
    client.keepAlive();
    watched.compute(id, (key, known) -> known == null ? watch(key) : known).audience.add(client);
    client.onClose(() -> leave(id, client));
    client.sendEvent("status", fragment(run));
    if (run.taskset().status().isFinal()) {
      // It ended before it was watched: nobody will tell of that.
      Audience.sayOver(client);
    }
  }

  private Watched watch(String id) {
    return new Watched(views.watch(id, now -> tell(id, now)).orElse(null));
  }

  private void leave(String id, SseClient client) {
    watched.computeIfPresent(
        id,
        (key, known) -> {
          known.audience.remove(client);
          if (!known.audience.isEmpty()) {
            return known;
          }
          if (known.watch != null) {
            known.watch.close();
          }
          return null;
        });
  }

  /** Tells all who look, or nobody if that was done just now; whether it did. */
  private boolean tell(String id, RunView run) {
    Watched known = watched.get(id);
    if (known == null || known.audience.isEmpty()) {
      return true;
    }
    boolean over = run.taskset().status().isFinal();
    long now = System.nanoTime();
    if (!over && now - known.toldAt < pauseNanos(known.audience.size())) {
      return false;
    }
    known.toldAt = now;
    known.audience.tell(new Audience.News(fragment(run), over), senders);
    return true;
  }

  private static long pauseNanos(int readers) {
    return Math.min(MAX_PAUSE_NANOS, readers * TimeUnit.SECONDS.toNanos(1) / SENDS_PER_SECOND);
  }

  private String fragment(RunView run) {
    return pages.render("status", RunPage.Status.of(run));
  }

  @Override
  public void close() {
    senders.shutdownNow();
  }
}
