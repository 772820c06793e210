package io.rrrspec.experiments.split;

import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.experiments.split.ClassOutcome.Cause;
import io.rrrspec.experiments.split.ClassOutcome.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs the classes of a suite whole and in random parts, and says how these compare. */
final class Study {
  private final Suite suite;
  private final int slaves;
  private final long seed;

  Study(Suite suite, int slaves, long seed) {
    this.suite = suite;
    this.slaves = slaves;
    this.seed = seed;
  }

  /** Each class, in the order of the names. */
  List<ClassOutcome> outcomes() {
    List<TaskRequest> classes = suite.classes();
    say(classes.size() + " classes as a whole");
    Map<String, Ran> whole = suite.run(classes, slaves);
    List<TaskRequest> divided = divided(classes, whole);
    say(divided.size() + " classes in parts");
    Map<String, Ran> inParts = divided.isEmpty() ? Map.of() : suite.run(divided, slaves);
    Map<String, ClassOutcome> outcomes = new LinkedHashMap<>();
    for (TaskRequest one : classes) {
      String task = one.specFile();
      Ran parts = inParts.get(task);
      outcomes.put(
          task,
          parts == null
              ? ClassOutcome.undivided(task, ran(whole, task))
              : ClassOutcome.divided(task, ran(whole, task), parts));
    }
    List<TaskRequest> differing =
        divided.stream()
            .filter(one -> Objects.requireNonNull(outcomes.get(one.specFile())).kind().differs())
            .toList();
    if (!differing.isEmpty()) {
      findCauses(differing, whole, outcomes);
    }
    return List.copyOf(outcomes.values());
  }

  private void say(String what) {
    System.err.println(suite.name() + ": " + what);
  }

  private static Ran ran(Map<String, Ran> all, String task) {
    return Objects.requireNonNull(all.get(task), task);
  }

  /** The longest first, so that the parts of a class follow one another. */
  private List<TaskRequest> divided(List<TaskRequest> classes, Map<String, Ran> whole) {
    List<TaskRequest> divided = new ArrayList<>();
    for (TaskRequest one : classes) {
      String task = one.specFile();
      Ran ran = ran(whole, task);
      List<String> units = List.copyOf(ran.tests().units(task));
      if (isGood(ran) && units.size() > 1) {
        divided.add(
            new TaskRequest(task, ran.took()).withSplit(RandomParts.of(task, units, ran, seed)));
      }
    }
    divided.sort(
        Comparator.comparing((TaskRequest one) -> ran(whole, one.specFile()).took()).reversed());
    return divided;
  }

  private static boolean isGood(Ran ran) {
    return switch (ran.status()) {
      case PASSED, PENDING -> true;
      case FAILED, UNDECIDED -> false;
    };
  }

  /**
   * Runs classes that differ once more each: whole, in the same parts, and in the same parts one
   * after another.
   */
  private void findCauses(
      List<TaskRequest> differing, Map<String, Ran> whole, Map<String, ClassOutcome> outcomes) {
    say(differing.size() + " classes that differ, once more");
    Map<String, Ran> wholeAgain =
        suite.run(differing.stream().map(one -> one.withSplit(null)).toList(), slaves);
    Map<String, Ran> partsAgain = suite.run(differing, slaves);
    Map<String, Ran> oneByOne = suite.run(differing, 1);
    for (TaskRequest one : differing) {
      String task = one.specFile();
      Ran before = ran(whole, task);
      boolean steady =
          isGood(ran(wholeAgain, task))
              && before.tests().differences(ran(wholeAgain, task).tests(), true).isEmpty();
      boolean again = !isEqual(task, before, ran(partsAgain, task));
      boolean alone = !isEqual(task, before, ran(oneByOne, task));
      Cause cause = !steady || !again ? Cause.FLAKY : alone ? Cause.DEPENDENT : Cause.BESIDE;
      outcomes.computeIfPresent(task, (same, outcome) -> outcome.with(cause));
    }
  }

  private static boolean isEqual(String task, Ran whole, Ran inParts) {
    return ClassOutcome.divided(task, whole, inParts).kind() == Kind.EQUAL;
  }
}
