package io.rrrspec.client.local;

import io.rrrspec.client.source.LaunchTasks;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import io.rrrspec.persister.record.history.Estimates;
import io.rrrspec.persister.record.history.QuickRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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

  /** One run of a class in so many measures, at most, until these are there. */
  static final int EACH = 3;

  /**
   * So many runs in a row a class is in quick JVMs, at most: then it is measured as is again, and
   * what fails only there is seen.
   */
  static final int IN_A_ROW = 10;

  /** The processor time of a start: a second kind of JVM costs one more of them. */
  static final Duration START = Duration.ofMillis(1_500);

  /** Less is not to be told from noise. */
  private static final double CLEARLY_LESS = 0.9;

  /** What is there stays there until it takes more: else noise would move it to and fro. */
  private static final double NO_MORE = 1.0;

  public QuickChoice {
    classes = Set.copyOf(classes);
  }

  /**
   * Chooses. A class is tried only if it has passed at the first trial in each of its last {@value
   * Estimates#RUNS} runs, if it has passed as is with its present class files, and if its launch
   * has a quick variant.
   *
   * @param tasks of the run
   * @param passedAsIs whether a class, by its spec_file, has passed as is as it is now
   * @param shares what classes share in a JVM, by spec_file; nothing for the others
   * @param past what past runs say, by spec_file
   */
  public static QuickChoice of(
      List<TaskRequest> tasks,
      Project project,
      Predicate<String> passedAsIs,
      Map<String, KnownAffinity> shares,
      Map<String, QuickRecord> past) {
    Map<String, String> launches = LaunchTasks.names(project.launches());
    Map<String, Boolean> quick = new HashMap<>();
    for (Launch launch : project.launches()) {
      quick.put(launch.name(), launch.quick().isPresent());
    }
    return of(
        tasks.stream().map(TaskRequest::specFile).toList(),
        spec -> passedAsIs.test(spec) && quick.getOrDefault(launches.getOrDefault(spec, ""), false),
        spec -> {
          KnownAffinity shared = shares.get(spec);
          return shared == null ? Optional.empty() : Optional.of(shared.affinity().key());
        },
        past);
  }

  /**
   * The same without a project.
   *
   * @param possible whether a class may run in a quick JVM at all
   * @param shared what a class shares in a JVM; empty for nothing
   */
  static QuickChoice of(
      List<String> specFiles,
      Predicate<String> possible,
      Function<String, Optional<String>> shared,
      Map<String, QuickRecord> past) {
    Set<String> measured = new HashSet<>();
    Map<List<String>, Together> known = new LinkedHashMap<>();
    int others = 0;
    for (String spec : specFiles) {
      QuickRecord record = past.get(spec);
      if (record == null
          || record.refused()
          || record.passes() < STABLE
          || record.quickInARow() >= IN_A_ROW
          || !possible.test(spec)) {
        others++;
        continue;
      }
      Duration asIs = record.asIs();
      Duration quick = record.quick();
      if (quick == null || record.quickRuns() < SAMPLES) {
        if (record.asIsInARow() >= EACH - 1) {
          measured.add(spec);
        } else {
          others++;
        }
      } else if (asIs == null) {
        // Nobody has measured it as is.
        others++;
      } else {
        // What is shared is made by whichever class comes first, and would be made in both kinds of
        // JVMs. So these classes stay together, and their sum decides. That of short classes does,
        // too: the times of one of them are noise.
        List<String> alone = record.isShort() ? List.of("short") : List.of("alone", spec);
        List<String> group = shared.apply(spec).map(key -> List.of("shares", key)).orElse(alone);
        known.computeIfAbsent(group, key -> new Together()).add(spec, record, asIs, quick);
      }
    }
    Set<String> better = new HashSet<>();
    Duration saved = Duration.ZERO;
    Duration lostByTheRest = Duration.ZERO;
    int slower = 0;
    for (Together group : known.values()) {
      if (group.isBetter()) {
        better.addAll(group.classes);
        saved = saved.plus(group.asIs.minus(group.quick));
      } else {
        slower += group.classes.size();
        lostByTheRest = lostByTheRest.plus(group.quick.minus(group.asIs));
      }
    }
    if (!measured.isEmpty()) {
      Set<String> all = new HashSet<>(better);
      all.addAll(measured);
      return new QuickChoice(all, measured.size(), slower, saved);
    }
    if (others + slower > 0 && saved.compareTo(START) <= 0) {
      return NONE;
    }
    boolean restFollows = others == 0 && slower > 0 && lostByTheRest.compareTo(START) < 0;
    if (restFollows) {
      return new QuickChoice(new HashSet<>(specFiles), 0, 0, saved.minus(lostByTheRest));
    }
    return better.isEmpty() ? NONE : new QuickChoice(better, 0, slower, saved);
  }

  /** Classes that go to one kind of JVM. */
  private static final class Together {
    private final List<String> classes = new ArrayList<>();
    private Duration asIs = Duration.ZERO;
    private Duration quick = Duration.ZERO;
    private boolean stays;

    void add(String specFile, QuickRecord record, Duration timeAsIs, Duration timeQuick) {
      classes.add(specFile);
      stays |= record.stays();
      asIs = asIs.plus(timeAsIs);
      quick = quick.plus(timeQuick);
    }

    boolean isBetter() {
      return quick.toNanos() <= asIs.toNanos() * (stays ? NO_MORE : CLEARLY_LESS);
    }
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
