package io.rrrspec.persister.viewer.timeline;

import java.util.ArrayList;
import java.util.List;

/** Makes timelines for tests; times in seconds. */
final class Made {
  private final List<Team> teams = new ArrayList<>();
  private int tasks;

  private Made() {}

  static Made times() {
    return new Made();
  }

  /** A trial that passed. */
  Block passed(String spec, double from, double to) {
    return block(spec, from, to, Block.Kind.PASSED, false);
  }

  Block block(String spec, double from, double to, Block.Kind kind, boolean retry) {
    Block.Of trial = new Block.Of(++tasks, retry ? 1 : 0, spec, "n:worker:w:slave:1");
    return new Block(trial, millis(from), millis(to), kind, retry);
  }

  /** A slave that was ready at once when its worker was. */
  static Seat slave(double ready, Block... blocks) {
    return new Seat(List.of("n:worker:w:slave:1"), millis(ready), List.of(blocks));
  }

  Made worker(String name, double came, double synced, double ready, Seat... seats) {
    teams.add(
        new Team(
            "n:worker:" + name,
            "",
            millis(came),
            millis(synced),
            millis(ready),
            millis(ready),
            List.of(seats)));
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
