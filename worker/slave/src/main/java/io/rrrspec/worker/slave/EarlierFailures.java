package io.rrrspec.worker.slave;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.store.TrialStore.Bad;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Holds a retry to what failed before it: it is good only if each test that failed in a bad trial
 * of its task has passed in it. One that was skipped, or did not run, has not been seen to work.
 */
final class EarlierFailures {
  /** Those of a task that nobody else has tried. */
  static final EarlierFailures NONE = new EarlierFailures("", List.of());

  /**
   * What differs between two JVMs in the name of one test: JUnit 4 and sources other than methods
   * name invocations by their parameters, and an object may be shown by its hash.
   */
  private static final Pattern OF_THE_JVM =
      Pattern.compile("@[0-9a-f]+|0x[0-9a-f]+|\\$\\$Lambda\\$[0-9]+|\\$Proxy[0-9]+");

  private final List<String> wholeTask;
  private final int trials;
  private final List<Failed> failed = new ArrayList<>();

  /**
   * Keeps what matters of some trials.
   *
   * @param specFile the name of the task
   * @param bad its bad trials, oldest first
   */
  EarlierFailures(String specFile, List<Bad> bad) {
    this.wholeTask = TestId.classNames(ClassPart.classTaskOf(specFile));
    this.trials = bad.size();
    for (Bad trial : bad) {
      Seen.in(trial.cases())
          .forEach(
              (id, seen) -> {
                if (seen.red > 0) {
                  failed.add(new Failed(trial.number(), id, seen));
                }
              });
    }
  }

  /** Which test; the invocations of a method have their number in the name. */
  private record Id(String className, String name) {
    static Id of(CaseResult test) {
      return new Id(test.className(), OF_THE_JVM.matcher(test.name()).replaceAll("*"));
    }

    /** Whether it stands for what failed around the tests of a class. */
    boolean ofClass() {
      return name.isEmpty();
    }

    /**
     * Whether it is one of the tests that this one stands for, if this is no test but a method that
     * makes several, or a set of parameters.
     */
    boolean holds(Id other) {
      return className.equals(other.className)
          && (other.name.startsWith(name + "[")
              || (name.indexOf('(') < 0 && other.name.startsWith(name + "()["))
              || (name.startsWith("[") && other.name.endsWith(name)));
    }
  }

  /**
   * Tests of one name of which some failed.
   *
   * @param trial the number of the trial
   * @param seen how many failed, and how many ran; nobody can tell which is which, so that all that
   *     ran have to pass
   */
  private record Failed(int trial, Id id, Seen seen) {}

  /** How the tests of one name fared in one trial. */
  private static final class Seen {
    static final Seen NOWHERE = new Seen();

    int passed;
    int red;

    /** The name of the first one that failed, as reports have it. */
    String nameOfRed = "";

    /** Where the skipped ones stand in the list. */
    final List<Integer> skipped = new ArrayList<>(0);

    static Map<Id, Seen> in(List<CaseResult> cases) {
      Map<Id, Seen> all = new LinkedHashMap<>();
      for (int i = 0; i < cases.size(); i++) {
        Seen seen = all.computeIfAbsent(Id.of(cases.get(i)), id -> new Seen());
        switch (cases.get(i).outcome()) {
          case PASSED -> seen.passed++;
          case FAILED, ERROR -> {
            seen.nameOfRed = seen.red == 0 ? cases.get(i).name() : seen.nameOfRed;
            seen.red++;
          }
          case SKIPPED -> seen.skipped.add(i);
          // What failed before in a way that is not muted has not been seen to work.
          case MUTED -> {}
        }
      }
      return all;
    }
  }

  /** How many bad trials these are of; some of them may say nothing about single tests. */
  int trials() {
    return trials;
  }

  /** Whether a result decides its task as good. */
  static boolean isGood(TrialResult result) {
    return result.status() == TrialStatus.PASSED || result.status() == TrialStatus.PENDING;
  }

  /**
   * The result of a later trial as it counts: what failed before and was skipped in it has failed
   * in it, too. What failed before and is missing has failed where the result is good so far; in a
   * bad one it may not have been reached.
   */
  TrialResult against(TrialResult result) {
    if (failed.isEmpty()) {
      return result;
    }
    Comparison comparison = new Comparison(result);
    failed.forEach(comparison::look);
    return comparison.result();
  }

  private final class Comparison {
    private final TrialResult before;
    private final List<CaseResult> cases;
    private final Map<Id, Seen> seen;
    private final Map<Id, Integer> unproven = new HashMap<>();
    private int wereSkipped;
    private int wereMissing;
    private boolean test;
    private @Nullable String first;

    Comparison(TrialResult result) {
      before = result;
      cases = new ArrayList<>(result.cases());
      seen = Seen.in(result.cases());
    }

    void look(Failed earlier) {
      Seen now = seen.getOrDefault(earlier.id(), Seen.NOWHERE);
      int told = unproven.getOrDefault(earlier.id(), 0);
      Seen then = earlier.seen();
      int open = Math.min(then.red, then.red + then.passed - now.red - now.passed) - told;
      if (open <= 0 || (now.passed == 0 && passedBelow(earlier.id()))) {
        return;
      }
      for (int i = told; i < told + open; i++) {
        if (i < now.skipped.size()) {
          int at = now.skipped.get(i);
          cases.set(at, unproven(earlier, cases.get(at)));
          wereSkipped++;
        } else if (isGood(before)) {
          cases.add(unproven(earlier, null));
          wereMissing++;
        } else {
          return;
        }
        unproven.put(earlier.id(), i + 1);
      }
    }

    /** Whether something passed that could not have run if a container had failed again. */
    private boolean passedBelow(Id id) {
      boolean whole = id.ofClass() && wholeTask.contains(id.className());
      return seen.entrySet().stream()
          .filter(other -> other.getValue().passed > 0)
          .map(Map.Entry::getKey)
          .anyMatch(other -> whole || (id.ofClass() ? isIn(id, other) : id.holds(other)));
    }

    private boolean isIn(Id ofClass, Id other) {
      return other.className().equals(ofClass.className())
          || other.className().startsWith(ofClass.className() + '$');
    }

    private CaseResult unproven(Failed earlier, @Nullable CaseResult skipped) {
      Id id = earlier.id();
      String what =
          id.ofClass()
              ? "none of its tests passed"
              : skipped != null || skippedAround(id) ? "was skipped" : "did not run";
      String name = skipped == null ? earlier.seen().nameOfRed : skipped.name();
      String message =
          (id.ofClass() ? id.className() : id.className() + " › " + name)
              + " failed in trial "
              + earlier.trial()
              + ", and "
              + what
              + " in this one";
      if (first == null) {
        first = message;
      }
      test |= !id.ofClass();
      return new CaseResult(
          id.className(),
          name,
          id.ofClass() ? Outcome.ERROR : Outcome.FAILED,
          skipped == null ? 0 : skipped.millis(),
          message,
          skipped == null ? null : skipped.type(),
          skipped == null ? null : skipped.trace());
    }

    private boolean skippedAround(Id id) {
      return seen.entrySet().stream()
          .filter(other -> !other.getValue().skipped.isEmpty())
          .map(Map.Entry::getKey)
          .anyMatch(
              other ->
                  id.holds(other)
                      || other.holds(id)
                      || (other.ofClass() && other.className().equals(id.className())));
    }

    TrialResult result() {
      if (first == null) {
        return before;
      }
      boolean good = isGood(before);
      return new TrialResult(
          good ? (test ? TrialStatus.FAILED : TrialStatus.ERROR) : before.status(),
          before.stdout(),
          before.stderr(),
          before.passed(),
          before.pending() - wereSkipped,
          before.failed() + wereSkipped + wereMissing,
          cases,
          good ? first : before.reason(),
          before.threadsLeft(),
          before.processorTime(),
          before.affinity(),
          before.part(),
          good ? null : before.classFiles());
    }
  }
}
