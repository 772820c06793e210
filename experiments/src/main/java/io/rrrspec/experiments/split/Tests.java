package io.rrrspec.experiments.split;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.TestId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The tests that a class, or some parts of it, came to.
 *
 * @param cases one by one; the same name may come several times
 */
record Tests(List<CaseResult> cases) {
  static final Tests NONE = new Tests(List.of());

  private static final int LONGEST_MESSAGE = 160;

  Tests {
    cases = List.copyOf(cases);
  }

  int skipped() {
    return (int) cases.stream().filter(test -> test.outcome() == Outcome.SKIPPED).count();
  }

  /** The units by which the record would divide the class, in the order of the tests. */
  Set<String> units(String task) {
    String className = TestId.parse(task).className();
    Set<String> units = new LinkedHashSet<>();
    for (CaseResult test : cases) {
      String unit = ClassPart.unitOf(className, test.className(), test.name());
      if (unit != null) {
        units.add(unit);
      }
    }
    return units;
  }

  /**
   * Compares the tests of a class, by name and outcome, with those of its parts.
   *
   * @param parts what the parts came to
   * @param complete whether all parts have run, so that what they lack is missing
   */
  List<Difference> differences(Tests parts, boolean complete) {
    Map<String, List<CaseResult>> here = byName();
    Map<String, List<CaseResult>> there = parts.byName();
    Set<String> names = new TreeSet<>(here.keySet());
    names.addAll(there.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String name : names) {
      List<CaseResult> ofWhole = here.getOrDefault(name, List.of());
      List<CaseResult> ofParts = there.getOrDefault(name, List.of());
      boolean differs = !outcomes(ofWhole).equals(outcomes(ofParts));
      if (differs && (complete || !ofParts.isEmpty())) {
        differences.add(
            new Difference(
                name, outcomes(ofWhole), outcomes(ofParts), firstFailure(ofWhole, ofParts)));
      }
    }
    return differences;
  }

  private Map<String, List<CaseResult>> byName() {
    Map<String, List<CaseResult>> byName = new TreeMap<>();
    for (CaseResult test : cases) {
      byName.computeIfAbsent(name(test), name -> new ArrayList<>()).add(test);
    }
    return byName;
  }

  /** Those of one name; "none" if there is no such test. */
  private static String outcomes(List<CaseResult> tests) {
    List<String> sorted =
        tests.stream()
            .map(test -> test.outcome().name().toLowerCase(Locale.ROOT))
            .sorted()
            .toList();
    return sorted.isEmpty() ? "none" : String.join(" and ", sorted);
  }

  /** The failed tests, each with the first line of its failure. */
  List<String> failures() {
    return cases.stream()
        .filter(Tests::isFailed)
        .map(test -> name(test) + " (" + message(test) + ")")
        .toList();
  }

  private static String name(CaseResult test) {
    return test.className() + '#' + test.name();
  }

  private static boolean isFailed(CaseResult test) {
    return test.outcome() == Outcome.FAILED || test.outcome() == Outcome.ERROR;
  }

  /** What failed first, in the parts or else in the whole class; empty if nothing did. */
  private static String firstFailure(List<CaseResult> ofWhole, List<CaseResult> ofParts) {
    return Stream.of(ofParts, ofWhole)
        .flatMap(List::stream)
        .filter(Tests::isFailed)
        .findFirst()
        .map(Tests::message)
        .orElse("");
  }

  private static String message(CaseResult failed) {
    String text =
        Objects.requireNonNullElse(failed.type(), "")
            + ": "
            + Objects.requireNonNullElse(failed.message(), "");
    String line = text.lines().findFirst().orElse("");
    return line.length() > LONGEST_MESSAGE ? line.substring(0, LONGEST_MESSAGE) + "…" : line;
  }
}
