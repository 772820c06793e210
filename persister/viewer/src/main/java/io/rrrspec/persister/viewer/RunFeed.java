package io.rrrspec.persister.viewer;

import io.javalin.http.Context;
import io.rrrspec.persister.viewer.page.RunPage;
import io.rrrspec.persister.viewer.run.RunView;
import io.rrrspec.persister.viewer.run.RunViews;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends what moves on the page of a run to all who have it open: made once, whoever looks. */
final class RunFeed {
  /** Of one run, to all of its readers: the more there are, the less often each is told. */
  private static final int SENDS_PER_SECOND = 200;

  private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final RunViews views;
  private final Pages pages;
  private final Map<String, Watched> watched = new ConcurrentHashMap<>();

  private static final class Watched {
    final Subscribers audience = new Subscribers();
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

  /** Sends the events of a run to whom asked for them. */
  void join(Context ctx) {
    String id = ctx.pathParam("id");
    EventStream.open(ctx, reader -> join(id, reader));
  }

  private void join(String id, EventStream reader) {
    RunView run = views.find(id).orElse(null);
    if (run == null || run.taskset().status().isFinal()) {
      Subscribers.sayOver(reader);
      return;
    }
    watched.compute(id, (key, known) -> known == null ? watch(key) : known).audience.add(reader);
    reader.onClose(() -> leave(id, reader));
    // It may have ended before it was watched: then nobody else tells of that.
    Subscribers.tell(reader, news(run));
  }

  private Watched watch(String id) {
    return new Watched(views.watch(id, now -> tell(id, now)).orElse(null));
  }

  private void leave(String id, EventStream reader) {
    watched.computeIfPresent(
        id,
        (key, known) -> {
          known.audience.remove(reader);
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
    long now = System.nanoTime();
    if (!run.taskset().status().isFinal()
        && now - known.toldAt < pauseNanos(known.audience.size())) {
      return false;
    }
    known.toldAt = now;
    known.audience.tell(news(run));
    return true;
  }

  private static long pauseNanos(int readers) {
    return Math.min(MAX_PAUSE_NANOS, readers * TimeUnit.SECONDS.toNanos(1) / SENDS_PER_SECOND);
  }

  private Subscribers.News news(RunView run) {
    long now = System.nanoTime();
    // Before the piece is made: a run that ends meanwhile is told of once more.
    boolean over = run.taskset().status().isFinal();
    return new Subscribers.News(pages.render("status", RunPage.Status.of(run)), now, over);
  }
}
