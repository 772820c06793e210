package io.rrrspec.persister.viewer.timeline;

import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Says in words what made a run long. Each sentence has a cost: by how much the run would have been
 * shorter, on the same slaves, without what it tells of. What costs less than a twentieth of the
 * run or less than a second is not told.
 */
public final class WhyLong {
  private static final int MOST = 3;
  private static final long LEAST_MILLIS = 1_000;
  private static final int LEAST_PART = 20;

  private final RunTimes run;
  private final List<SlaveRow> seats;
  private final List<Cause> causes = new ArrayList<>();

  private record Cause(long cost, String sentence) {}

  private WhyLong(RunTimes run) {
    this.run = run;
    this.seats = run.seats();
  }

  /** One to three sentences, that with the largest cost first. */
  public static List<String> sentences(RunTimes run) {
    return new WhyLong(run).find();
  }

  private List<String> find() {
    waiting();
    Optional<TrialBar> longest = run.longest();
    longest.ifPresent(this::look);
    long least = Math.max(LEAST_MILLIS, run.end() / LEAST_PART);
    List<String> told =
        causes.stream()
            .filter(cause -> cause.cost >= least)
            .sorted(Comparator.comparing(Cause::cost).reversed())
            .limit(MOST)
            .map(Cause::sentence)
            .toList();
    if (!told.isEmpty()) {
      return told;
    }
    return longest.map(this::nothingStandsOut).orElse(List.of("No trial has run."));
  }

  private List<String> nothingStandsOut(TrialBar longest) {
    String busy = "Nothing stands out: slaves were busy for " + busyPercent() + " % of the time.";
    boolean shorter = !run.live() && longest.millis() < run.end() * (1 - 1.0 / LEAST_PART);
    return shorter
        ? List.of(
            busy,
            "More slaves would make it shorter, down to the "
                + seconds(longest.millis())
                + " of "
                + name(longest)
                + ".")
        : List.of(busy);
  }

  private void look(TrialBar longest) {
    List<Long> ready = seats.stream().map(SlaveRow::ready).toList();
    long ideal = LowerBound.end(ready, run.work(), run.longestPiece());
    setUp(ideal, run.longestPiece());
    alone(ready, ideal, longest);
    idleAtTheEnd(Math.max(0, run.end() - ideal));
    idleBefore(Math.max(0, run.end() - ideal));
    jvmStarts();
    retries();
  }

  private void waiting() {
    long came = run.teams().stream().mapToLong(WorkerRow::came).min().orElse(run.end());
    causes.add(new Cause(came, "It waited " + part(came) + " for a worker."));
  }

  /** What if every worker had been ready when it came? */
  private void setUp(long ideal, long longest) {
    List<Long> came = new ArrayList<>();
    WorkerRow slowest = null;
    for (WorkerRow team : run.teams()) {
      team.seats().forEach(seat -> came.add(Math.min(team.came(), seat.ready())));
      boolean slower =
          slowest == null || team.ready() - team.came() > slowest.ready() - slowest.came();
      if (!team.seats().isEmpty() && slower) {
        slowest = team;
      }
    }
    if (slowest != null) {
      long sync = slowest.synced() - slowest.came();
      long setUp = slowest.ready() - slowest.synced();
      String what = sync > setUp ? "Sync took " : "Set-up took ";
      causes.add(
          new Cause(
              ideal - LowerBound.end(came, run.work(), longest),
              what + part(Math.max(sync, setUp)) + on(slowest) + "."));
    }
  }

  private static String on(WorkerRow team) {
    return " on " + DisplayText.worker(team.worker());
  }

  /** What if the longest trial could be divided? */
  private void alone(List<Long> ready, long ideal, TrialBar longest) {
    causes.add(
        new Cause(
            ideal - LowerBound.end(ready, run.work(), 0),
            name(longest)
                + (longest.kind() == TrialBar.Kind.RUNNING ? " alone has taken " : " alone took ")
                + part(longest.millis())
                + "."));
  }

  private static String name(TrialBar block) {
    return DisplayText.simple(block.trial().specFile());
  }

  /** What if those that idled had done their part of the rest? Never more than can be won. */
  private void idleAtTheEnd(long most) {
    List<Long> until = seats.stream().map(SlaveRow::busyUntil).sorted().toList();
    long area = 0;
    int idle = 0;
    for (int i = 0; i < until.size(); i++) {
      long lost = (i + 1) * (run.end() - until.get(i));
      if (lost >= area) {
        area = lost;
        idle = i + 1;
      }
    }
    if (area == 0) {
      return;
    }
    long since = until.get(idle - 1);
    int all = seats.size();
    String who = idle == all ? all(all) : idle + " of " + all + " slaves";
    String reason =
        run.blocks()
            .filter(block -> block.from() <= since && block.to() > since)
            .max(Comparator.comparing(TrialBar::to))
            .filter(block -> all - idleAt(until, since) == 1)
            .map(block -> ", while " + name(block) + " ran")
            .orElse("");
    causes.add(
        new Cause(
            Math.min(most, area / all),
            who + " idled for the last " + seconds(run.end() - since) + reason + "."));
  }

  private static String all(int slaves) {
    return slaves == 1 ? "The slave" : slaves == 2 ? "Both slaves" : "All " + slaves + " slaves";
  }

  private static int idleAt(List<Long> until, long since) {
    return (int) until.stream().filter(end -> end <= since).count();
  }

  private void idleBefore(long most) {
    long start = 0;
    long between = 0;
    for (SlaveRow seat : seats) {
      if (!seat.blocks().isEmpty()) {
        long began = seat.blocks().get(0).from();
        long starting = seat.startingUntil(began);
        start += Math.max(0, began - seat.ready() - starting);
        long later = seat.startingUntil(seat.busyUntil()) - starting;
        between += Math.max(0, seat.busyUntil() - began - seat.busy() - later);
      }
    }
    start /= seats.size();
    between /= seats.size();
    causes.add(
        new Cause(
            Math.min(most, start),
            "Slaves took " + seconds(start) + " each to begin with a first trial."));
    causes.add(
        new Cause(
            Math.min(most, between),
            "Slaves waited " + seconds(between) + " each between their trials."));
  }

  private void jvmStarts() {
    long took = run.starts().mapToLong(JvmStart::millis).sum() / seats.size();
    causes.add(
        new Cause(
            took, "Slaves took " + seconds(took) + " each to start JVMs: " + StartAdvice.of(run)));
  }

  private void retries() {
    long took = run.blocks().filter(TrialBar::retry).mapToLong(TrialBar::millis).sum();
    long classes =
        run.blocks()
            .filter(TrialBar::retry)
            .map(block -> block.trial().taskNo())
            .distinct()
            .count();
    causes.add(
        new Cause(
            took / seats.size(),
            seconds(took)
                + " went to retries of "
                + (classes == 1 ? "one class" : classes + " classes")
                + "."));
  }

  private long busyPercent() {
    long there = seats.stream().mapToLong(seat -> run.end() - seat.ready()).sum();
    long busy = seats.stream().mapToLong(SlaveRow::busy).sum();
    return there <= 0 ? 100 : Math.min(100, Math.round(100.0 * busy / there));
  }

  /** {@code 78 of 85 s}. */
  private String part(long millis) {
    return run.end() < 120_000
        ? figure(millis) + " of " + figure(run.end()) + " s"
        : seconds(millis) + " of " + seconds(run.end());
  }

  private static String figure(long millis) {
    return millis < 10_000
        ? String.format(Locale.ROOT, "%.1f", millis / 1_000.0)
        : Long.toString(Math.round(millis / 1_000.0));
  }

  private static String seconds(long millis) {
    return millis < 120_000
        ? figure(millis) + " s"
        : DisplayText.duration(Duration.ofMillis(millis));
  }
}
