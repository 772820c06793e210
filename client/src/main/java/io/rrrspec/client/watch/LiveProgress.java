package io.rrrspec.client.watch;

import io.rrrspec.client.report.progress.FailureNews;
import io.rrrspec.client.report.progress.Progress;
import io.rrrspec.client.report.progress.ProgressView;
import io.rrrspec.client.report.progress.TimeLeft;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PartsEnded;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.EventStore.Subscription;
import io.rrrspec.common.store.SlaveActivityStore.Doing;
import io.rrrspec.common.store.TasksetStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Shows a running taskset. Not for use by several threads at once. */
public final class LiveProgress implements AutoCloseable {
  /** Of a run with more tasks left, more than second looks are left. */
  private static final int MOST_AGAIN = 50;

  private final Taskset taskset;
  private final Observed observed;
  private final InstantSource clock;
  private final Instant start;
  private final Subscription subscription;
  private final ConcurrentLinkedQueue<String[]> news = new ConcurrentLinkedQueue<>();

  /** What is not decided yet, with its estimate if there is one. */
  private final Map<String, @Nullable Duration> remaining;

  /** Those of them that were divided, by their tasks. */
  private final Set<String> divided = new HashSet<>();

  /**
   * Begins to listen.
   *
   * @param remaining the undecided tasks, with their estimates
   */
  public LiveProgress(
      Taskset taskset,
      Map<String, @Nullable Duration> remaining,
      Observed observed,
      InstantSource clock) {
    this.taskset = taskset;
    this.remaining = new HashMap<>(remaining);
    this.observed = observed;
    this.clock = clock;
    Instant now = clock.instant();
    Instant created = taskset.createdAt();
    this.start = created != null && created.isBefore(now) ? created : now;
    this.subscription =
        observed.events().listen(taskset.key(), (what, key) -> news.add(new String[] {what, key}));
    if (observed.tasksets().isDivided(taskset.key())) {
      observed
          .tasksets()
          .eachTask(
              taskset.key(),
              tasks ->
                  tasks.stream()
                      .filter(task -> task.split() != null && !task.status().isFinal())
                      .forEach(task -> divided.add(task.key())));
    }
  }

  /** Of a run that somebody else began: its undecided tasks are read. */
  public static LiveProgress of(Taskset taskset, Observed observed, InstantSource clock) {
    Map<String, @Nullable Duration> remaining = new HashMap<>();
    observed
        .tasksets()
        .eachTask(
            taskset.key(),
            tasks ->
                tasks.stream()
                    .filter(task -> !task.status().isFinal())
                    .forEach(task -> remaining.put(task.specFile(), task.estimate())));
    return new LiveProgress(taskset, remaining, observed, clock);
  }

  /**
   * Shows it until it is over.
   *
   * @param awaitEnd waits for the end, at most as long as it is told
   */
  public void watch(ProgressView view, Predicate<Duration> awaitEnd) {
    boolean over = false;
    while (!over) {
      over = awaitEnd.test(Duration.ofMillis(ProgressView.REFRESH_MS));
      // A message that was lost must not make anybody wait for ever.
      over |= show(view);
    }
    takeNews(view);
  }

  /** Shows it as it is now; returns whether it is over, or gone. */
  public boolean show(ProgressView view) {
    takeNews(view);
    view.show(progress(Duration.between(start, clock.instant())));
    return observed.tasksets().status(taskset.key()).map(s -> s.isFinal()).orElse(true);
  }

  /** Listens no more. */
  @Override
  public void close() {
    subscription.close();
  }

  private void takeNews(ProgressView view) {
    for (String[] event = news.poll(); event != null; event = news.poll()) {
      String tasks = Keys.task(taskset.key(), "");
      String taskKey = Keys.taskOf(event[1]);
      // Anybody may publish anything.
      boolean ofTask = Keys.isTrial(event[1]) && taskKey.startsWith(tasks);
      if (event[0].equals("over") || event[0].equals("retry") || !ofTask) {
        continue;
      }
      String specFile = taskKey.substring(tasks.length());
      remaining.remove(specFile);
      divided.remove(taskKey);
      if (event[0].equals("failed")) {
        tellFailure(view, taskKey);
      }
    }
  }

  private void tellFailure(ProgressView view, String taskKey) {
    for (Task task : observed.tasksets().tasks(List.of(taskKey))) {
      if (task.status() == TaskStatus.FAILED) {
        List<Trial> found = observed.trials().find(task.trials());
        view.failed(FailureNews.of(taskset, new TaskRun(task, found)));
      }
    }
  }

  private Progress progress(Duration elapsed) {
    TasksetStore.Progress now = observed.tasksets().progress(taskset.key());
    List<Progress.SlaveNow> slaves = new ArrayList<>();
    List<TimeLeft.Running> running = new ArrayList<>();
    Map<String, @Nullable Duration> queued = new HashMap<>(remaining);
    // No event tells of a part that ends: they are few, and asked for while there are some.
    Map<String, PartsEnded> inParts = observed.tasksets().partsEnded(divided);
    Map<String, Integer> partsAtWork = new HashMap<>();
    int number = 0;
    for (Doing doing : observed.live().slaves(taskset.key())) {
      Instant since = doing.since();
      Duration ran =
          since == null ? Duration.ZERO : positive(Duration.between(since, clock.instant()));
      slaves.add(new Progress.SlaveNow(Integer.toString(++number), doing.specFile(), ran));
      if (doing.specFile() != null) {
        String ofClass = ClassPart.classTaskOf(doing.specFile());
        PartsEnded parts = inParts.get(Keys.task(taskset.key(), ofClass));
        if (parts == null) {
          running.add(new TimeLeft.Running(queued.remove(ofClass), ran));
        } else {
          partsAtWork.merge(ofClass, 1, Integer::sum);
          running.add(new TimeLeft.Running(onePart(ofClass, parts), ran));
        }
      }
    }
    List<@Nullable Duration> waiting = waitingParts(inParts, partsAtWork, queued);
    waiting.addAll(queued.values());
    int done = now.succeeded() + now.failed();
    Duration typical = done == 0 ? null : elapsed.multipliedBy(Math.max(1, number)).dividedBy(done);
    Duration left = TimeLeft.of(waiting, running, Math.max(1, number), typical);
    return new Progress(
        done,
        Math.max(done, now.asked()),
        now.failed(),
        slaves,
        number == 0 ? null : left,
        elapsed,
        again(),
        inParts.values().stream().reduce(PartsEnded.NONE, PartsEnded::plus));
  }

  /** The parts that nobody runs; their classes leave what is queued. */
  private List<@Nullable Duration> waitingParts(
      Map<String, PartsEnded> inParts,
      Map<String, Integer> atWork,
      Map<String, @Nullable Duration> queued) {
    List<@Nullable Duration> waiting = new ArrayList<>();
    String tasks = Keys.task(taskset.key(), "");
    inParts.forEach(
        (task, parts) -> {
          String specFile = task.substring(tasks.length());
          queued.remove(specFile);
          int left = parts.parts() - parts.ended() - atWork.getOrDefault(specFile, 0);
          for (int part = 0; part < left; part++) {
            waiting.add(onePart(specFile, parts));
          }
        });
    return waiting;
  }

  /** What a part is expected to take, as if all were alike. */
  private @Nullable Duration onePart(String specFile, PartsEnded parts) {
    Duration whole = remaining.get(specFile);
    return whole == null ? null : whole.dividedBy(Math.max(1, parts.parts()));
  }

  /** How many tasks are looked at again, if these are all that is left. */
  private int again() {
    if (remaining.isEmpty() || remaining.size() > MOST_AGAIN) {
      return 0;
    }
    List<String> tasks =
        remaining.keySet().stream().map(name -> Keys.task(taskset.key(), name)).toList();
    int probed = observed.tasksets().probed(tasks);
    return probed == tasks.size() ? probed : 0;
  }

  private static Duration positive(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}
