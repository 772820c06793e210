package io.rrrspec.server.admission;

import io.rrrspec.server.admission.Offer.Stay;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The workers that queues have beyond what they are guaranteed, during one look. */
final class Borrowers {
  private final Map<Line, Integer> borrowed = new HashMap<>();
  private final Map<Line, Map<String, Run>> runs = new LinkedHashMap<>();

  /** The workers of one taskset. */
  private static final class Run {
    final Deque<Offer> mayLeave = new ArrayDeque<>();
    int stay;
  }

  /**
   * Looks at all workers.
   *
   * @param lineOfTaskset the queue of each taskset that is known
   */
  Borrowers(List<Line> ring, List<Offer> offers, Map<String, Line> lineOfTaskset) {
    for (Line line : ring) {
      int right = line.whole + (line.fraction > 0 ? 1 : 0);
      borrowed.put(line, line.serving() - right);
    }
    for (Offer offer : offers) {
      @Nullable String taskset = offer.taskset();
      Line line = taskset == null ? null : lineOfTaskset.get(taskset);
      if (taskset == null || line == null) {
        continue;
      }
      if (offer.stay() == Stay.LEAVES) {
        borrowed.merge(line, -1, Integer::sum);
        continue;
      }
      Run run =
          runs.computeIfAbsent(line, l -> new LinkedHashMap<>())
              .computeIfAbsent(taskset, t -> new Run());
      run.stay++;
      if (offer.stay() == Stay.MAY_LEAVE && offer.alive()) {
        run.mayLeave.add(offer);
      }
    }
  }

  /**
   * Takes a worker of the queue that borrows most, of the run of it that has most; empty if nobody
   * borrows a worker that may leave.
   */
  Optional<Offer> next() {
    return runs.keySet().stream()
        .filter(line -> borrowed.getOrDefault(line, 0) > 0 && run(line).isPresent())
        .max(Comparator.comparingInt(line -> borrowed.getOrDefault(line, 0)))
        .map(
            line -> {
              borrowed.merge(line, -1, Integer::sum);
              Run run = run(line).orElseThrow();
              run.stay--;
              return run.mayLeave.remove();
            });
  }

  private Optional<Run> run(Line line) {
    return runs.getOrDefault(line, Map.of()).values().stream()
        .filter(run -> !run.mayLeave.isEmpty())
        .max(Comparator.comparingInt(run -> run.stay));
  }
}
