package io.rrrspec.persister.viewer.timeline;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PlacedJvm;
import io.rrrspec.common.model.ProcessorUse;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.PartTrial;
import io.rrrspec.common.run.RunSlave;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.persister.viewer.run.RunView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads where the time of a run went. Clocks may differ: nothing lies outside of the run. */
public final class TimelineReader {
  private static final int WORKERS = 1_000;
  private static final int SLAVES = 5_000;

  private final boolean live;
  private final List<Tried> trials;
  private final Instant start;
  private final long end;
  private final Map<String, List<TrialBar>> blocks = new LinkedHashMap<>();

  /** Of a run of several launches, by slave. */
  private final Map<String, PlacedJvm> jvms = new HashMap<>();

  private TimelineReader(RunView run, Instant now) {
    Taskset taskset = run.taskset();
    this.live = !taskset.status().isFinal();
    this.trials = new ArrayList<>();
    run.eachTask(
        Detail.OUTLINE,
        chunk -> {
          Map<Integer, List<PartTrial>> parts =
              run.parts(chunk).stream().collect(Collectors.groupingBy(PartTrial::taskNo));
          chunk.forEach(task -> add(task, parts.getOrDefault(task.no(), List.of())));
        });
    this.start = start(taskset.createdAt(), now);
    Instant finished = live ? now : finish(taskset.finishedAt());
    this.end = Math.max(0, Duration.between(start, finished).toMillis());
  }

  /** What is needed of a trial. */
  private record Tried(
      TrialBar.Of trial,
      @Nullable Instant startedAt,
      @Nullable Instant finishedAt,
      TrialBar.Kind kind,
      long processorMillis,
      @Nullable String refusal) {}

  /** Where a class ran in parts these are shown, and not what was made of them. */
  private void add(RunTask task, List<PartTrial> parts) {
    for (PartTrial part : parts) {
      String name = ClassPart.taskOf(task.specFile(), part.part(), part.parts());
      // Each part that failed has a trial of the class of its own; those that passed have one.
      int trialNo = madeOf(task, List.of(part)).orElseGet(() -> madeOf(task, parts).orElse(0));
      TrialBar.Of of = new TrialBar.Of(task.no(), trialNo, name, part.trial().slaveKey());
      add(part.trial(), of, part.refusal());
    }
    for (Trial trial : task.trials()) {
      if (!PartTrial.isMadeOf(trial, parts)) {
        int trialNo = task.trialNo(trial);
        add(trial, new TrialBar.Of(task.no(), trialNo, task.specFile(), trial.slaveKey()), null);
      }
    }
  }

  private static OptionalInt madeOf(RunTask task, List<PartTrial> parts) {
    return task.trials().stream()
        .filter(trial -> PartTrial.isMadeOf(trial, parts))
        .mapToInt(task::trialNo)
        .findFirst();
  }

  private void add(Trial trial, TrialBar.Of of, @Nullable String refusal) {
    trials.add(
        new Tried(
            of,
            trial.startedAt(),
            trial.finishedAt(),
            TrialBar.Kind.of(trial, live),
            millis(trial.processorTime().used()),
            refusal));
  }

  private static long millis(@Nullable Duration time) {
    return time == null ? -1 : time.toMillis();
  }

  /**
   * Reads a run.
   *
   * @param now the end of what goes on
   */
  public static RunTimes read(RunView run, Instant now) {
    TimelineReader reader = new TimelineReader(run, now);
    reader.readBlocks();
    return new RunTimes(reader.end, reader.live, reader.teams(run));
  }

  private Instant start(@Nullable Instant created, Instant now) {
    return created != null
        ? created
        : trials.stream()
            .map(Tried::startedAt)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(now);
  }

  private Instant finish(@Nullable Instant finished) {
    return finished != null
        ? finished
        : trials.stream()
            .flatMap(trial -> Stream.of(trial.startedAt(), trial.finishedAt()))
            .filter(Objects::nonNull)
            .max(Comparator.naturalOrder())
            .orElse(start);
  }

  /** Trials come task by task, the oldest first; before those of a class those of its parts. */
  private void readBlocks() {
    int task = 0;
    Set<String> failed = new HashSet<>();
    for (Tried tried : trials) {
      TrialBar.Of trial = tried.trial;
      if (trial.taskNo() != task) {
        failed.clear();
      }
      task = trial.taskNo();
      TrialBar.Kind kind = tried.kind;
      if (tried.startedAt != null) {
        long from = offset(tried.startedAt, 0);
        long to = Math.max(from, offset(tried.finishedAt, end));
        // A part that begins after another one has failed is no retry.
        boolean again = trial.isPart() ? failed.contains(trial.specFile()) : !failed.isEmpty();
        boolean retry = again && kind != TrialBar.Kind.SUPERSEDED;
        blocks
            .computeIfAbsent(trial.slave(), slave -> new ArrayList<>())
            .add(new TrialBar(trial, from, to, kind, retry, tried.processorMillis, tried.refusal));
      }
      if (kind == TrialBar.Kind.FAILED || kind == TrialBar.Kind.LOST) {
        failed.add(trial.specFile());
      }
    }
    blocks.values().forEach(one -> one.sort(Comparator.comparing(TrialBar::from)));
  }

  private long offset(@Nullable Instant time, long unknown) {
    return time == null
        ? unknown
        : Math.min(end, Math.max(0, Duration.between(start, time).toMillis()));
  }

  private List<WorkerRow> teams(RunView run) {
    Map<String, SlaveStatus> slaves = slaves(run);
    Map<String, List<String>> ofWorkers = new LinkedHashMap<>();
    slaves
        .keySet()
        .forEach(
            slave -> ofWorkers.computeIfAbsent(worker(slave), w -> new ArrayList<>()).add(slave));
    Map<String, WorkerLog> lines = new LinkedHashMap<>();
    run.workers(WORKERS).forEach(line -> lines.putIfAbsent(line.workerKey(), line));
    lines.keySet().forEach(worker -> ofWorkers.putIfAbsent(worker, List.of()));
    List<WorkerRow> teams = new ArrayList<>();
    ofWorkers.forEach((worker, own) -> teams.add(team(worker, lines.get(worker), own, slaves)));
    teams.sort(Comparator.comparing(WorkerRow::came).thenComparing(WorkerRow::worker));
    return teams;
  }

  /** All that are known, with how they ended; of those that went while it goes on: failure. */
  private Map<String, SlaveStatus> slaves(RunView run) {
    Map<String, SlaveStatus> slaves = new LinkedHashMap<>();
    List<RunSlave> known = run.slaves(SLAVES);
    for (RunSlave slave : known) {
      if (slave.jvm() != null) {
        jvms.put(slave.key(), slave.jvm());
      }
    }
    if (live) {
      run.doing().forEach(doing -> slaves.put(doing.slave(), SlaveStatus.ALIVE));
      blocks.keySet().forEach(slave -> slaves.putIfAbsent(slave, SlaveStatus.FAILURE_EXIT));
      jvms.keySet().forEach(slave -> slaves.putIfAbsent(slave, SlaveStatus.FAILURE_EXIT));
    } else {
      known.forEach(slave -> slaves.put(slave.key(), slave.status()));
      blocks.keySet().forEach(slave -> slaves.putIfAbsent(slave, SlaveStatus.ALIVE));
    }
    return slaves;
  }

  private static String worker(String slave) {
    return Keys.isSlave(slave) ? Keys.workerOf(slave) : "?";
  }

  private WorkerRow team(
      String worker, @Nullable WorkerLog line, List<String> own, Map<String, SlaveStatus> slaves) {
    long first =
        own.stream()
            .flatMap(slave -> blocks.getOrDefault(slave, List.of()).stream())
            .mapToLong(TrialBar::from)
            .min()
            .orElse(end);
    if (line == null) {
      return new WorkerRow(worker, "", first, first, first, end, seats(own, slaves, first));
    }
    long left = offset(line.finishedAt(), end);
    long came = Math.min(offset(line.startedAt(), first), left);
    // If set-up has not ended, trials say that it has; if there are none it goes on or failed.
    long ready = between(came, offset(line.setupFinishedAt(), Math.min(first, left)), left);
    long synced = between(came, offset(line.rsyncFinishedAt(), ready), ready);
    ProcessorUse use = line.processors();
    return new WorkerRow(
        worker,
        line.key(),
        came,
        synced,
        ready,
        left,
        seats(own, slaves, ready),
        use == null ? null : ProcessorBand.of(use, start));
  }

  private static long between(long least, long value, long most) {
    return Math.max(least, Math.min(value, most));
  }

  private List<SlaveRow> seats(List<String> own, Map<String, SlaveStatus> slaves, long ready) {
    List<SlaveRow> seats = places(own.stream().filter(jvms::containsKey).toList(), ready);
    seats.addAll(
        replaced(own.stream().filter(slave -> !jvms.containsKey(slave)).toList(), slaves, ready));
    return seats;
  }

  /**
   * The places of a worker in a run of several launches, each with its JVMs one after the other.
   */
  private List<SlaveRow> places(List<String> own, long ready) {
    Map<Integer, List<String>> places = new TreeMap<>();
    own.stream()
        .sorted(Comparator.comparing((String slave) -> jvm(slave).startedAt()))
        .forEach(
            slave ->
                places.computeIfAbsent(jvm(slave).place(), place -> new ArrayList<>()).add(slave));
    List<SlaveRow> seats = new ArrayList<>();
    places.forEach(
        (place, slaves) -> {
          List<JvmStart> starts = starts(slaves);
          List<TrialBar> its =
              slaves.stream()
                  .flatMap(slave -> blocks.getOrDefault(slave, List.of()).stream())
                  .sorted(Comparator.comparing(TrialBar::from))
                  .toList();
          long since = Math.min(ready, starts.get(0).from());
          seats.add(new SlaveRow(slaves, place, since, starts, its));
        });
    return seats;
  }

  /** A JVM whose end nobody saw has ended when the next one started in its place. */
  private List<JvmStart> starts(List<String> slaves) {
    List<JvmStart> starts = new ArrayList<>();
    long limit = end;
    for (int i = slaves.size() - 1; i >= 0; i--) {
      PlacedJvm jvm = jvm(slaves.get(i));
      long from = offset(jvm.startedAt(), 0);
      long over = between(from, offset(jvm.endedAt(), limit), limit);
      long to = between(from, offset(jvm.readyAt(), over), over);
      starts.add(
          0, new JvmStart(slaves.get(i), jvm.launch(), from, to, over, jvm.readyAt() != null));
      limit = from;
    }
    return starts;
  }

  private PlacedJvm jvm(String slave) {
    return Objects.requireNonNull(jvms.get(slave));
  }

  /** A slave takes the place of one that went before its own first trial. */
  private List<SlaveRow> replaced(List<String> own, Map<String, SlaveStatus> slaves, long ready) {
    Map<String, Long> first = new HashMap<>();
    own.forEach(
        slave ->
            first.put(
                slave,
                blocks.getOrDefault(slave, List.of()).stream()
                    .mapToLong(TrialBar::from)
                    .min()
                    .orElse(Long.MAX_VALUE)));
    List<Taken> taken = new ArrayList<>();
    own.stream()
        .filter(slave -> blocks.containsKey(slave) || !isGone(slaves.get(slave)))
        .sorted(
            Comparator.comparing((String slave) -> first.getOrDefault(slave, 0L))
                .thenComparing(slave -> slave))
        .forEach(
            slave -> {
              List<TrialBar> its = blocks.getOrDefault(slave, List.of());
              Taken seat =
                  taken.stream()
                      .filter(one -> one.free && one.until <= first.getOrDefault(slave, 0L))
                      .findFirst()
                      .orElseGet(
                          () -> {
                            Taken added = new Taken();
                            taken.add(added);
                            return added;
                          });
              seat.slaves.add(slave);
              seat.blocks.addAll(its);
              seat.free = isGone(slaves.get(slave));
              seat.until = its.stream().mapToLong(TrialBar::to).max().orElse(0);
            });
    return taken.stream()
        .map(seat -> new SlaveRow(seat.slaves, seat.ready(ready), seat.blocks))
        .toList();
  }

  private static boolean isGone(@Nullable SlaveStatus status) {
    return status == SlaveStatus.TIMEOUT_EXIT || status == SlaveStatus.FAILURE_EXIT;
  }

  private static final class Taken {
    final List<String> slaves = new ArrayList<>();
    final List<TrialBar> blocks = new ArrayList<>();
    boolean free;
    long until;

    long ready(long workerReady) {
      return blocks.isEmpty() ? workerReady : Math.min(workerReady, blocks.get(0).from());
    }
  }
}
