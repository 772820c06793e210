package io.rrrspec.persister.record.project;

import io.rrrspec.persister.record.database.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Finds the test classes of a project that take longer than they did. Only the slowest classes of a
 * recent run are looked at, so that a run of 50,000 classes costs little more than one of 300.
 */
public final class SlowerClasses {
  /** So many classes are looked at, at most: the slowest. */
  private static final int CLASSES = 100;

  /** A recent run with fewer classes than this part of the largest one is no measure. */
  private static final double MOST_OF_THEM = 0.8;

  /** So many durations of a class are read at most, with those of runs that are left out. */
  private static final int ROWS = 500;

  private final Database database;

  public SlowerClasses(Database database) {
    this.database = database;
  }

  /**
   * The classes that became slower within these runs, by how much longer they take.
   *
   * @param limit how many at most; 1 or more
   */
  public List<SlowerClass> of(Project project, int limit) {
    Map<Long, ProjectRun> oldestFirst = new TreeMap<>();
    project.runs().forEach(run -> oldestFirst.put(run.number(), run));
    List<Slow> slowest = database.read(handle -> slowest(handle, project));
    if (slowest.isEmpty()) {
      return List.of();
    }
    Map<String, List<Timed>> bySpec =
        database.read(handle -> durations(handle, slowest, oldestFirst));
    List<SlowerClass> slower = new ArrayList<>();
    bySpec.forEach(
        (spec, durations) -> {
          Growth growth = Growth.of(durations.stream().mapToLong(Timed::millis).toArray());
          if (growth != null) {
            ProjectRun since = Objects.requireNonNull(durations.get(growth.at()).run);
            slower.add(
                new SlowerClass(
                    spec,
                    Duration.ofMillis(growth.before()),
                    Duration.ofMillis(growth.now()),
                    since.endedAt(),
                    since.key()));
          }
        });
    slower.sort(
        Comparator.comparing(SlowerClass::growth).reversed().thenComparing(SlowerClass::specFile));
    return slower.subList(0, Math.min(limit, slower.size()));
  }

  private static List<Slow> slowest(Handle handle, Project project) {
    int most = project.runs().stream().mapToInt(ProjectRun::tasks).max().orElse(0);
    ProjectRun measure =
        project.runs().stream()
            .filter(run -> run.isComplete() && run.tasks() >= most * MOST_OF_THEM)
            .findFirst()
            .orElse(project.last());
    return handle
        .createQuery(
            "SELECT spec_hash, spec_file FROM task WHERE taskset_id = :run AND duration_ms IS NOT"
                + " NULL ORDER BY duration_ms DESC LIMIT :limit")
        .bind("run", measure.number())
        .bind("limit", CLASSES)
        .map((row, context) -> new Slow(row.getBytes(1), row.getString(2)))
        .list();
  }

  /** One query for each class: with a list, H2 would read all runs of each that are kept. */
  private static Map<String, List<Timed>> durations(
      Handle handle, List<Slow> classes, Map<Long, ProjectRun> oldestFirst) {
    List<Long> runs = List.copyOf(oldestFirst.keySet());
    Map<String, List<Timed>> bySpec = new HashMap<>();
    for (Slow slow : classes) {
      List<Timed> durations = new ArrayList<>();
      handle
          .createQuery(
              "SELECT taskset_id, duration_ms FROM task WHERE spec_hash = :spec AND taskset_id >="
                  + " :oldest AND taskset_id <= :newest AND duration_ms IS NOT NULL ORDER BY"
                  + " spec_hash DESC, taskset_id DESC LIMIT :limit")
          .bind("spec", slow.hash)
          .bind("oldest", runs.get(0))
          .bind("newest", runs.get(runs.size() - 1))
          .bind("limit", ROWS)
          .map((row, context) -> new Timed(oldestFirst.get(row.getLong(1)), row.getLong(2)))
          .filter(timed -> timed.run != null)
          .forEach(durations::add);
      Collections.reverse(durations);
      bySpec.put(slow.spec, durations);
    }
    return bySpec;
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Slow(byte[] hash, String spec) {}

  /** Without a run if that is none of those that are looked at. */
  private record Timed(@Nullable ProjectRun run, long millis) {}
}
