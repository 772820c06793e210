package io.rrrspec.client.local;

import io.rrrspec.client.report.FailureNews;
import io.rrrspec.client.report.Progress;
import io.rrrspec.client.report.ProgressView;
import io.rrrspec.client.report.TaskRun;
import io.rrrspec.client.report.TimeLeft;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.EventStore;
import io.rrrspec.common.store.LiveStore;
import io.rrrspec.common.store.LiveStore.Doing;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Shows a running taskset until it is over. */
final class LiveProgress {
  private static final Duration REFRESH = Duration.ofMillis(ProgressView.REFRESH_MS);

  private final Taskset taskset;
  private final String notifyList;
  private final TasksetStore tasksets;
  private final TrialStore trials;
  private final LiveStore live;
  private final EventStore events;
  private final InstantSource clock;
  private final ConcurrentLinkedQueue<String[]> news = new ConcurrentLinkedQueue<>();

  /** What is not decided yet, with its estimate if there is one. */
  private final Map<String, @Nullable Duration> remaining = new HashMap<>();

  private int decided;

  LiveProgress(
      Taskset taskset,
      List<TaskRequest> tasks,
      String notifyList,
      LocalService service,
      InstantSource clock) {
    this.taskset = taskset;
    this.notifyList = notifyList;
    this.tasksets = service.tasksets();
    this.trials = service.trials();
    this.live = new LiveStore(service.redis());
    this.events = new EventStore(service.redis());
    this.clock = clock;
    tasks.forEach(task -> remaining.put(task.specFile(), task.estimate()));
  }

  /** Returns when the taskset is over. */
  void watch(ProgressView view) {
    Instant start = clock.instant();
    try (var subscription =
        events.listen(taskset.key(), (what, key) -> news.add(new String[] {what, key}))) {
      boolean over = false;
      while (!over) {
        over = tasksets.awaitEnd(notifyList, REFRESH);
        takeNews(view);
        view.show(progress(Duration.between(start, clock.instant())));
        // A message that was lost must not make anybody wait for ever.
        over |= tasksets.status(taskset.key()).map(s -> s.isFinal()).orElse(true);
      }
      takeNews(view);
    }
  }

  private void takeNews(ProgressView view) {
    for (String[] event = news.poll(); event != null; event = news.poll()) {
      int cut = event[1].lastIndexOf(":trial:");
      String tasks = Keys.task(taskset.key(), "");
      // Anybody may publish anything.
      if (event[0].equals("over") || event[0].equals("retry") || cut < tasks.length()) {
        continue;
      }
      String taskKey = event[1].substring(0, cut);
      String specFile = taskKey.substring(tasks.length());
      remaining.remove(specFile);
      decided++;
      if (event[0].equals("failed")) {
        tellFailure(view, taskKey);
      }
    }
  }

  private void tellFailure(ProgressView view, String taskKey) {
    for (Task task : tasksets.tasks(List.of(taskKey))) {
      if (task.status() == TaskStatus.FAILED) {
        List<Trial> found = trials.find(task.trials());
        view.failed(FailureNews.of(taskset, new TaskRun(task, found)));
      }
    }
  }

  private Progress progress(Duration elapsed) {
    TasksetStore.Progress now = tasksets.progress(taskset.key());
    List<Progress.SlaveNow> slaves = new ArrayList<>();
    List<TimeLeft.Running> running = new ArrayList<>();
    Map<String, @Nullable Duration> queued = new HashMap<>(remaining);
    int number = 0;
    for (Doing doing : live.slaves(taskset.key())) {
      Instant since = doing.since();
      Duration ran =
          since == null ? Duration.ZERO : positive(Duration.between(since, clock.instant()));
      slaves.add(new Progress.SlaveNow(Integer.toString(++number), doing.specFile(), ran));
      if (doing.specFile() != null) {
        running.add(new TimeLeft.Running(queued.remove(doing.specFile()), ran));
      }
    }
    int done = now.succeeded() + now.failed();
    Duration typical =
        decided == 0 ? null : elapsed.multipliedBy(Math.max(1, number)).dividedBy(decided);
    Duration left =
        TimeLeft.of(new ArrayList<>(queued.values()), running, Math.max(1, number), typical);
    return new Progress(
        done,
        Math.max(done, now.asked()),
        now.failed(),
        slaves,
        number == 0 ? null : left,
        elapsed);
  }

  private static Duration positive(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}
