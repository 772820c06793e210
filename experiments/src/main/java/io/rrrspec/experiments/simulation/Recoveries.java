package io.rrrspec.experiments.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** How long it took, in simulated time, until what a misfortune hit was in good hands again. */
final class Recoveries {
  private final Agenda agenda;
  private final List<Open> open = new ArrayList<>();
  private final Map<Fault, List<Long>> done = new EnumMap<>(Fault.class);

  private record Open(Fault fault, long since, Predicate<Snapshot> healed) {}

  Recoveries(Agenda agenda) {
    this.agenda = agenda;
  }

  /** Something went wrong now. */
  void await(Fault fault, Predicate<Snapshot> healed) {
    open.add(new Open(fault, agenda.millis(), healed));
  }

  void look(Snapshot now) {
    open.removeIf(
        one -> {
          boolean healed = one.healed().test(now);
          if (healed) {
            done.computeIfAbsent(one.fault(), f -> new ArrayList<>())
                .add(agenda.millis() - one.since());
          }
          return healed;
        });
  }

  /** Those that have ended, in milliseconds. */
  Map<Fault, List<Long>> done() {
    return done;
  }
}
