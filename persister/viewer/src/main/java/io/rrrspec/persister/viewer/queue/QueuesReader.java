package io.rrrspec.persister.viewer.queue;

import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueInGroup;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.NodeStore;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.TasksetStore.Active;
import io.rrrspec.persister.viewer.queue.QueueRow.QueuedJob;
import io.rrrspec.persister.viewer.queue.QueueRow.QueuedRun;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One look at the queues. */
final class QueuesReader {
  /** More are not drawn. */
  private static final int MOST_QUEUES = 200;

  private static final int MOST_RUNS = 2_000;
  private static final int RUNS_OF_A_QUEUE = 20;
  private static final int JOBS_OF_A_QUEUE = 50;

  /** A job's text may have 64 KiB, and all of it is read. */
  private static final int JOBS_OF_ALL = 500;

  private static final int TEXT = 200;

  /** While a server leads it says each second what queues have. */
  private static final Duration SILENT = Duration.ofSeconds(30);

  private final Records records;
  private final ShareHistory history;
  private final Instant now;
  private final QueueSetup setup;
  private final List<String> damaged;
  private final List<NodeStore.Node> nodes;
  private final Map<String, Integer> workersOf = new HashMap<>();
  private final Map<QueueInGroup, List<Active>> runs = new HashMap<>();
  private final Map<QueueInGroup, QueueSample.Share> shares = new HashMap<>();

  /** How many workers of each group lived when the shares were written down: their scale. */
  private final Map<String, Integer> liveThen = new HashMap<>();

  private final Map<QueueInGroup, Queue> queues = new LinkedHashMap<>();

  QueuesReader(Records records, ShareHistory history, Instant now) {
    this.records = records;
    this.history = history;
    this.now = now;
    QueueStore.Look look = records.queues().look();
    this.setup = look.setup();
    this.damaged = look.damaged();
    this.nodes = records.nodes().all().stream().filter(NodeStore.Node::alive).toList();
  }

  QueuesPage read() {
    history.update(records.queues(), now.toEpochMilli());
    nodes.forEach(
        node -> {
          if (node.taskset() != null) {
            workersOf.merge(node.taskset(), 1, Integer::sum);
          }
        });
    readRuns();
    QueueSample sample = history.newest();
    boolean silent =
        sample == null || now.isAfter(Instant.ofEpochMilli(sample.atMs()).plus(SILENT));
    if (sample != null && !silent) {
      sample.queues().forEach(this::addShare);
      liveThen.putAll(sample.liveWorkers());
    }
    collectQueues();
    Map<Integer, Long> waiting =
        records.queues().waiting(queues.values().stream().map(Queue::serial).distinct().toList());
    boolean jobsWait = waiting.values().stream().anyMatch(count -> count > 0);
    boolean used = !setup.isEmpty() || jobsWait || !damaged.isEmpty();
    List<Map.Entry<QueueInGroup, Queue>> shown =
        queues.entrySet().stream().limit(MOST_QUEUES).toList();
    return new QueuesPage(
        groups(shown, waiting),
        names(),
        queues.size() - shown.size(),
        used,
        used && silent && sample != null ? Instant.ofEpochMilli(sample.atMs()) : null,
        damaged.isEmpty()
            ? ""
            : "Damaged in Redis, and left out here: " + String.join(", ", damaged) + ".");
  }

  /** A queue that was renamed or destroyed a moment ago is left out until the next sample. */
  private void addShare(QueueSample.Share share) {
    QueueInGroup place = QueueInGroup.of(setup, share.name(), share.group());
    if (place.queue().equals(share.name())) {
      shares.put(place, share);
    }
  }

  private void readRuns() {
    List<String> keys =
        records.tasksets().active().stream()
            .filter(records.keys()::isTaskset)
            .limit(MOST_RUNS)
            .toList();
    Map<String, Active> found = records.tasksets().active(keys);
    for (String key : keys) {
      Active run = found.get(key);
      if (run != null) {
        QueueInGroup place =
            QueueInGroup.of(setup, run.queueSerial(), run.queue(), run.workerType());
        runs.computeIfAbsent(place, p -> new ArrayList<>()).add(run);
      }
    }
  }

  private List<String> names() {
    return Stream.concat(Stream.of(Queue.DEFAULT), setup.queues().stream().map(Queue::name))
        .distinct()
        .toList();
  }

  /** All that are set up, and those besides in which something is: in the order of the rings. */
  private void collectQueues() {
    List<Queue> all = new ArrayList<>(setup.queues());
    if (all.stream().noneMatch(queue -> queue.serial() == 0)) {
      all.add(Queue.unconfigured(Queue.DEFAULT_GROUP));
    }
    Map<QueueInGroup, Queue> found = new HashMap<>();
    all.forEach(queue -> found.put(new QueueInGroup(queue.group(), queue.name()), queue));
    List<QueueInGroup> others = new ArrayList<>(runs.keySet());
    others.addAll(shares.keySet());
    // A run that names its own worker type is served there, out of the share of no queue.
    others.forEach(
        place ->
            found.computeIfAbsent(
                place, p -> setup.find(p.queue()).orElse(Queue.unconfigured(p.group()))));
    found.entrySet().stream()
        .sorted(
            Map.Entry.<QueueInGroup, Queue>comparingByKey(Comparator.comparing(QueueInGroup::group))
                .thenComparing(Map.Entry.comparingByValue(Queue.RING)))
        .forEach(entry -> queues.put(entry.getKey(), entry.getValue()));
  }

  private List<GroupRow> groups(
      List<Map.Entry<QueueInGroup, Queue>> shown, Map<Integer, Long> waiting) {
    Map<String, List<NodeStore.Node>> workers = new TreeMap<>();
    shown.forEach(entry -> workers.put(entry.getKey().group(), new ArrayList<>()));
    nodes.forEach(
        node -> workers.computeIfAbsent(node.workerType(), type -> new ArrayList<>()).add(node));
    Map<Integer, List<Job>> jobs = jobs(shown, waiting);
    List<GroupRow> groups = new ArrayList<>();
    workers.forEach(
        (group, its) ->
            groups.add(
                new GroupRow(
                    group,
                    setup.strictGroups().contains(group),
                    its.size(),
                    (int) its.stream().filter(node -> node.taskset() != null).count(),
                    (int) its.stream().filter(node -> node.sick() != null).count(),
                    shown.stream()
                        .filter(entry -> entry.getKey().group().equals(group))
                        .map(
                            entry ->
                                row(entry.getKey(), entry.getValue(), its.size(), waiting, jobs))
                        .toList())));
    return groups;
  }

  private Map<Integer, List<Job>> jobs(
      List<Map.Entry<QueueInGroup, Queue>> shown, Map<Integer, Long> waiting) {
    List<Integer> serials =
        shown.stream()
            .map(entry -> entry.getValue().serial())
            .distinct()
            .filter(serial -> waiting.getOrDefault(serial, 0L) > 0)
            .toList();
    if (serials.isEmpty()) {
      return Map.of();
    }
    int each = Math.max(1, Math.min(JOBS_OF_A_QUEUE, JOBS_OF_ALL / serials.size()));
    Map<Integer, Integer> counts = new HashMap<>();
    serials.forEach(serial -> counts.put(serial, each));
    return records.jobs().waiting(counts);
  }

  private QueueRow row(
      QueueInGroup place,
      Queue queue,
      int live,
      Map<Integer, Long> waiting,
      Map<Integer, List<Job>> jobs) {
    List<Active> its = runs.getOrDefault(place, List.of());
    // Jobs are served by the queue's own group; where nobody has set the queue up, by the default
    // one.
    boolean atHome =
        place
            .group()
            .equals(setup.find(place.queue()).map(Queue::group).orElse(Queue.DEFAULT_GROUP));
    QueueSample.Share share = shares.get(place);
    return new QueueRow(
        queue,
        share == null ? null : ShareNow.of(share, liveThen.getOrDefault(place.group(), live)),
        ShareStrip.of(history.columns(place, now.toEpochMilli()), live),
        its.stream().filter(run -> run.left() != 0 && !workersOf.containsKey(run.key())).count(),
        atHome ? waiting.getOrDefault(queue.serial(), 0L) : 0,
        since(share),
        its.stream().limit(RUNS_OF_A_QUEUE).map(this::run).toList(),
        Math.max(0, its.size() - RUNS_OF_A_QUEUE),
        atHome
            ? jobs.getOrDefault(queue.serial(), List.of()).stream().map(QueuesReader::job).toList()
            : List.of());
  }

  private static @Nullable Instant since(QueueSample.@Nullable Share share) {
    return share == null || share.waitingSinceMs() <= 0
        ? null
        : Instant.ofEpochMilli(share.waitingSinceMs());
  }

  private QueuedRun run(Active run) {
    Long job = run.job();
    return new QueuedRun(
        Keys.lastPart(run.key()),
        job == null ? run.rsyncName() : "job " + job,
        run.user(),
        workersOf.getOrDefault(run.key(), 0));
  }

  private static QueuedJob job(Job job) {
    return new QueuedJob(
        job.number(),
        job.module(),
        DisplayText.beginning(job.text(), TEXT),
        DisplayText.beginning(job.user(), TEXT),
        job.queuedAt());
  }
}
