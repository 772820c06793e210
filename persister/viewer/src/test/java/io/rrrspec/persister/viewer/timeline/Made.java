package io.rrrspec.persister.viewer.timeline;

import java.util.ArrayList;
import java.util.List;

/** Makes timelines for tests; times in seconds. */
final class Made {
  private final List<WorkerRow> teams = new ArrayList<>();
  private int tasks;

  private Made() {}

  static Made times() {
    return new Made();
  }

  /** A trial that passed. */
  TrialBar passed(String spec, double from, double to) {
    return block(spec, from, to, TrialBar.Kind.PASSED, false);
  }

  TrialBar block(String spec, double from, double to, TrialBar.Kind kind, boolean retry) {
    TrialBar.Of trial = new TrialBar.Of(++tasks, retry ? 1 : 0, spec, "n:worker:w:slave:1");
    return new TrialBar(trial, millis(from), millis(to), kind, retry);
  }

  /** A slave that was ready at once when its worker was. */
  static SlaveRow slave(double ready, TrialBar... blocks) {
    return new SlaveRow(List.of("n:worker:w:slave:1"), millis(ready), List.of(blocks));
  }

  Made worker(String name, double came, double synced, double ready, SlaveRow... seats) {
    teams.add(
        new WorkerRow(
            "n:worker:" + name,
            "",
            millis(came),
            millis(synced),
            millis(ready),
            millis(ready),
            List.of(seats)));
    return this;
  }

  /** A worker on two processors, which tell how busy they were, a sample for each second. */
  Made watched(double came, double ready, List<Integer> busy, SlaveRow... seats) {
    teams.add(
        new WorkerRow(
            "n:worker:w",
            "",
            millis(came),
            millis(came),
            millis(ready),
            millis(ready),
            List.of(seats),
            new ProcessorBand(2, millis(came), 1_000, busy)));
    return this;
  }

  RunTimes until(double end) {
    return new RunTimes(millis(end), false, teams);
  }

  RunTimes now(double end) {
    return new RunTimes(millis(end), true, teams);
  }

  private static long millis(double seconds) {
    return Math.round(seconds * 1_000);
  }
}
