package io.rrrspec.client.local;

import io.rrrspec.client.source.LaunchTasks;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import io.rrrspec.persister.record.history.Estimates;
import io.rrrspec.persister.record.history.QuickHistory;
import io.rrrspec.persister.record.history.QuickRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which classes of a run get a quick JVM.
 *
 * @param classes their spec_files
 * @param onTrial how many of them are there to be measured, 0 or more
 * @param known how many classes stay as is although both kinds were measured, 0 or more
 * @param saved the processor time that the others take less than as is, by the record
 */
public record QuickChoice(Set<String> classes, int onTrial, int known, Duration saved) {
  /** None. */
  public static final QuickChoice NONE = new QuickChoice(Set.of(), 0, 0, Duration.ZERO);

  /** Only what has passed so often may be tried in another JVM: then a failure tells something. */
  static final int STABLE = Estimates.RUNS;

  /** So many measurements in quick JVMs decide. */
  static final int SAMPLES = 3;

  /** One run in so many measures, at most, until these are there. */
  static final int EACH = 3;

  /** The processor time of a start: a second kind of JVM costs one more of them. */
  static final Duration START = Duration.ofMillis(1_500);

  /** Less is not to be told from noise. */
  private static final double CLEARLY_LESS = 0.9;

  public QuickChoice {
    classes = Set.copyOf(classes);
  }

  /**
   * Chooses. A class is tried only if it has passed at the first trial in each of the last {@value
   * Estimates#RUNS} runs, and its launch has a quick variant.
   *
   * @param tasks of the run
   * @param found what past runs say
   */
  public static QuickChoice of(List<TaskRequest> tasks, Project project, QuickHistory.Found found) {
    Map<String, String> launches = LaunchTasks.names(project.launches());
    Map<String, Boolean> quick = new HashMap<>();
    for (Launch launch : project.launches()) {
      quick.put(launch.name(), launch.quick().isPresent());
    }
    return of(
        tasks.stream().map(TaskRequest::specFile).toList(),
        spec -> quick.getOrDefault(launches.getOrDefault(spec, ""), false),
        found);
  }

  /**
   * The same without a project.
   *
   * @param possible whether the launch of a class has a quick variant
   */
  static QuickChoice of(
      List<String> specFiles, Predicate<String> possible, QuickHistory.Found found) {
    Set<String> better = new HashSet<>();
    Set<String> unmeasured = new HashSet<>();
    Duration saved = Duration.ZERO;
    Duration lostByTheRest = Duration.ZERO;
    int slower = 0;
    int others = 0;
    for (String spec : specFiles) {
      QuickRecord record = found.classes().get(spec);
      if (record == null || record.refused() || record.passes() < STABLE || !possible.test(spec)) {
        others++;
        continue;
      }
      Duration asIs = record.asIs();
      Duration quick = record.quick();
      if (quick == null || record.quickRuns() < SAMPLES) {
        unmeasured.add(spec);
      } else if (asIs == null) {
        // It has been in quick JVMs for so long that nobody knows the other time any more.
        others++;
      } else if (quick.toNanos() <= asIs.toNanos() * CLEARLY_LESS) {
        better.add(spec);
        saved = saved.plus(asIs.minus(quick));
      } else {
        slower++;
        lostByTheRest = lostByTheRest.plus(quick.minus(asIs));
      }
    }
    boolean measures = !unmeasured.isEmpty() && found.runsSinceQuick() >= EACH - 1;
    if (measures) {
      Set<String> all = new HashSet<>(better);
      all.addAll(unmeasured);
      return new QuickChoice(all, unmeasured.size(), slower, saved);
    }
    int asIs = others + slower + unmeasured.size();
    if (asIs > 0 && saved.compareTo(START) <= 0) {
      return NONE;
    }
    boolean restFollows =
        others == 0 && unmeasured.isEmpty() && slower > 0 && lostByTheRest.compareTo(START) < 0;
    if (restFollows) {
      return new QuickChoice(new HashSet<>(specFiles), 0, 0, saved.minus(lostByTheRest));
    }
    return better.isEmpty() ? NONE : new QuickChoice(better, 0, slower, saved);
  }

  /** A line before the run, if some classes are there to be measured. */
  public Optional<String> note() {
    return onTrial == 0
        ? Optional.empty()
        : Optional.of(
            "quick JVMs (C1, serial collector) are tried for "
                + count(onTrial)
                + " passed the last "
                + STABLE
                + " times (--jvm as-is: never)");
  }

  private static String count(int classes) {
    return classes == 1 ? "1 class that has" : classes + " classes that have";
  }
}
