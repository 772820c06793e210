package io.rrrspec.client.local;

import io.rrrspec.client.source.LaunchTasks;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.common.model.PastTests;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TimeShare;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import io.rrrspec.persister.record.history.Estimates;
import io.rrrspec.persister.record.history.JvmRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * In which kinds of JVM the classes of a run are.
 *
 * @param kinds of which kind, by spec_file; without those that are as is
 * @param measured of which kind those are that are there to be measured, by spec_file
 * @param saved the processor time that the others take less than as is, by the record
 * @param closed how many classes could be in other kinds by the record, but are as is because
 *     something may set any flag of their JVMs; by what that is
 * @param tests what tests classes had when they last passed, by spec_file
 */
public record JvmChoice(
    Map<String, JvmKind> kinds,
    Map<String, JvmKind> measured,
    Duration saved,
    Map<String, Integer> closed,
    Map<String, PastTests> tests) {
  /** All are as is. */
  public static final JvmChoice NONE = new JvmChoice(Map.of(), Map.of(), Duration.ZERO);

  /** Only what has passed so often may be tried in another JVM: then a failure tells something. */
  static final int STABLE = Estimates.RUNS;

  /** So many measurements in a kind decide. */
  static final int SAMPLES = 3;

  /**
   * This part of a run's processor time is much: a kind that does not fit takes nearly twice as
   * long, and a run that takes a twentieth less is better.
   */
  private static final double MEASURING = 0.05;

  /**
   * So many runs in a row a class is in kinds that are made for speed, at most: then it is measured
   * as is again, and what fails only there is seen.
   */
  static final int IN_A_ROW = 10;

  public JvmChoice {
    kinds = Map.copyOf(kinds);
    measured = Map.copyOf(measured);
    closed = new TreeMap<>(closed);
    tests = Map.copyOf(tests);
  }

  private JvmChoice(Map<String, JvmKind> kinds, Map<String, JvmKind> measured, Duration saved) {
    this(kinds, measured, saved, Map.of(), Map.of());
  }

  /**
   * Chooses. A class is tried only if it has passed at the first trial in each of its last {@value
   * Estimates#RUNS} runs, if it has passed as is with its present class files, and only in kinds
   * that its launch leaves open. A kind whose JVMs did not start for one class is closed to all
   * classes of its launch, as long as one of their last {@value Estimates#RUNS} runs says so.
   *
   * @param tasks of the run
   * @param passedAsIs whether a class, by its spec_file, has passed as is as it is now
   * @param shares what classes share in a JVM, by spec_file; nothing for the others
   * @param past what past runs say, by spec_file
   * @param environment what the JVMs inherit
   */
  public static JvmChoice of(
      List<TaskRequest> tasks,
      Project project,
      Predicate<String> passedAsIs,
      Map<String, KnownAffinity> shares,
      Map<String, JvmRecord> past,
      Map<String, String> environment) {
    Map<String, String> launches = LaunchTasks.names(project.launches());
    Map<String, Set<JvmKind>> open = new HashMap<>();
    Map<String, String> unseen = new HashMap<>();
    for (Launch launch : project.launches()) {
      String flags = launch.unseenFlags(environment);
      if (flags == null) {
        open.put(launch.name(), launch.forSpeed().keySet());
      } else if (launch.goalsAround().isEmpty()) {
        unseen.put(launch.name(), flags);
      }
    }
    Map<String, Set<JvmKind>> start = thatStart(open, launches, past);
    Map<String, Integer> closed = new HashMap<>();
    for (TaskRequest task : tasks) {
      JvmRecord record = past.get(task.specFile());
      String flags = unseen.get(launches.getOrDefault(task.specFile(), ""));
      if (flags != null && record != null && record.passes() >= STABLE) {
        closed.merge(flags, 1, Integer::sum);
      }
    }
    JvmChoice choice =
        of(
            tasks.stream().map(TaskRequest::specFile).toList(),
            spec ->
                passedAsIs.test(spec)
                    ? start.getOrDefault(launches.getOrDefault(spec, ""), Set.of())
                    : Set.of(),
            spec -> {
              KnownAffinity shared = shares.get(spec);
              return shared == null
                  ? Optional.empty()
                  : Optional.of(shared.affinity().key() + '\t' + launches.get(spec));
            },
            past);
    return new JvmChoice(choice.kinds, choice.measured, choice.saved, closed, Map.of());
  }

  /** The same with what tests classes had when they last passed. */
  JvmChoice with(Map<String, PastTests> past) {
    return new JvmChoice(kinds, measured, saved, closed, past);
  }

  /** The same tasks; those that are not as is know what tests they must have. */
  List<TaskRequest> withTests(List<TaskRequest> tasks) {
    return tasks.stream()
        .map(task -> task.asIs() == null ? task : task.withPast(tests.get(task.specFile())))
        .toList();
  }

  /**
   * Leaves out the kinds whose JVMs did not start for a class of a launch.
   *
   * @param open in which kinds that are made for speed classes of a launch may run, by its name
   * @param launches the launch of each class, by spec_file
   */
  static Map<String, Set<JvmKind>> thatStart(
      Map<String, Set<JvmKind>> open, Map<String, String> launches, Map<String, JvmRecord> past) {
    Map<String, Set<JvmKind>> start = new HashMap<>();
    open.forEach(
        (launch, kinds) -> {
          Set<JvmKind> left = EnumSet.noneOf(JvmKind.class);
          left.addAll(kinds);
          start.put(launch, left);
        });
    past.forEach(
        (spec, record) -> {
          Set<JvmKind> left = start.get(launches.getOrDefault(spec, ""));
          if (left != null) {
            left.removeAll(record.unstarted());
          }
        });
    return start;
  }

  /**
   * The same without a project.
   *
   * @param open in which kinds that are made for speed a class may run
   * @param shared what a class shares in a JVM; empty for nothing
   */
  static JvmChoice of(
      List<String> specFiles,
      Function<String, Set<JvmKind>> open,
      Function<String, Optional<String>> shared,
      Map<String, JvmRecord> past) {
    List<StableClass> stable = new ArrayList<>();
    for (String spec : specFiles) {
      JvmRecord record = past.get(spec);
      if (record == null || record.passes() < STABLE) {
        continue;
      }
      Set<JvmKind> kinds = EnumSet.noneOf(JvmKind.class);
      kinds.addAll(open.apply(spec));
      kinds.removeAll(record.refused());
      if (!kinds.isEmpty()) {
        stable.add(new StableClass(spec, kinds, shared.apply(spec), record));
      }
    }
    removeResting(stable);
    Map<String, JvmKind> measured = JvmMeasuring.of(stable);
    List<StableClass> known =
        stable.stream()
            .filter(one -> !measured.containsKey(one.specFile()) && !one.measured().isEmpty())
            .toList();
    // All others are as is.
    Set<JvmKind> used = EnumSet.noneOf(JvmKind.class);
    used.addAll(measured.values());
    if (measured.size() + known.size() < specFiles.size()) {
      used.add(JvmKind.AS_IS);
    }
    JvmPlacing placing = JvmPlacing.of(JvmGroup.of(known), used);
    Map<String, JvmKind> all = new HashMap<>(placing.kinds());
    all.putAll(measured);
    return all.isEmpty() ? NONE : new JvmChoice(all, measured, placing.saved());
  }

  /**
   * Removes what is as is in this run after so many in a row that were not, with what shares
   * something with it: parted, each kind of JVM would make what they share.
   */
  private static void removeResting(List<StableClass> stable) {
    Predicate<StableClass> rests = one -> one.record().forSpeedInARow() >= IN_A_ROW;
    Set<String> shared =
        stable.stream()
            .filter(rests)
            .flatMap(one -> one.shared().stream())
            .collect(Collectors.toSet());
    stable.removeIf(one -> rests.test(one) || one.shared().filter(shared::contains).isPresent());
  }

  /** How many are there to be measured, by kind; without kinds that none is measured in. */
  Map<JvmKind, Integer> onTrial() {
    Map<JvmKind, Integer> onTrial = new EnumMap<>(JvmKind.class);
    measured.values().forEach(kind -> onTrial.merge(kind, 1, Integer::sum));
    return onTrial;
  }

  /**
   * Whether so much is there to be measured that what the run takes says nothing about the kinds
   * that are chosen.
   *
   * @param shares what the classes of the run do with their time, by spec_file
   */
  boolean isMeasuring(Map<String, TimeShare> shares) {
    long all = 0;
    long onTrial = 0;
    for (Map.Entry<String, TimeShare> one : shares.entrySet()) {
      long millis = one.getValue().processor().toMillis();
      all += millis;
      onTrial += measured.containsKey(one.getKey()) ? millis : 0;
    }
    return !measured.isEmpty() && onTrial >= MEASURING * all;
  }

  /**
   * A line before the run for each kind that some classes are there to be measured in, and for each
   * thing that keeps classes from all kinds.
   */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    Map<JvmKind, Integer> onTrial = onTrial();
    for (JvmKind kind : JvmKind.FOR_SPEED) {
      int classes = onTrial.getOrDefault(kind, 0);
      if (classes > 0) {
        notes.add(
            kind.text()
                + " JVMs ("
                + flags(kind)
                + ") are tried for "
                + count(classes)
                + " passed the last "
                + STABLE
                + " times (--jvm as-is: never)");
      }
    }
    closed.forEach(
        (flags, classes) ->
            notes.add(
                "quick and serial JVMs are not tried for "
                    + count(classes)
                    + " passed the last "
                    + STABLE
                    + " times: "
                    + flags
                    + " may set any flag (--jvm as-is: not this line)"));
    return notes;
  }

  private static String flags(JvmKind kind) {
    return kind == JvmKind.QUICK ? "C1, serial collector" : "serial collector, all compilers";
  }

  private static String count(int classes) {
    return classes == 1 ? "1 class that has" : classes + " classes that have";
  }
}
