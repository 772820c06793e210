package io.rrrspec.common.run;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TrialStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one trial that counts proves about single tests; the rules are in
 * docs/decisions/flaky-tests.md.
 */
public final class CaseOutcomes {
  private final TrialStatus status;
  private final List<CaseResult> cases;
  private final Map<Test, Occurrences> tests = new LinkedHashMap<>();
  private final Map<Test, Occurrences> methods = new LinkedHashMap<>();

  /**
   * A test by the names that reports have for it.
   *
   * @param className its class
   * @param name its name; empty for what failed outside of any method
   */
  public record Test(String className, String name) {
    /** Returns the test that a result is of. */
    public static Test of(CaseResult result) {
      return new Test(result.className(), result.name());
    }

    /** Whether the name is one of several that the same method has, or looks like it. */
    boolean isInvocation() {
      return baseLength() < name.length();
    }

    /** The method, if this is one of its invocations. */
    Test method() {
      return new Test(className, name.substring(0, baseLength()));
    }

    private int baseLength() {
      int length = 0;
      while (length < name.length() && "([{".indexOf(name.charAt(length)) < 0) {
        length++;
      }
      return length;
    }
  }

  /** Where a name stands in the list, and how it fared. */
  private static final class Occurrences {
    final List<Integer> at = new ArrayList<>(1);
    int red;
    int passed;
  }

  /**
   * Reads what a trial proves.
   *
   * @param status how it ended for its slave
   * @param cases its tests in their order
   */
  public CaseOutcomes(TrialStatus status, List<CaseResult> cases) {
    this.status = status;
    this.cases = cases;
    for (int i = 0; i < cases.size(); i++) {
      CaseResult result = cases.get(i);
      Test test = Test.of(result);
      // What failed outside of any method has an empty name.
      if (!result.name().isEmpty()) {
        note(tests.computeIfAbsent(test, t -> new Occurrences()), i, result.outcome());
        if (test.isInvocation()) {
          note(methods.computeIfAbsent(test.method(), t -> new Occurrences()), i, result.outcome());
        }
      }
    }
  }

  private static void note(Occurrences all, int index, Outcome outcome) {
    all.at.add(index);
    switch (outcome) {
      case PASSED -> all.passed++;
      case FAILED, ERROR, MUTED -> all.red++;
      case SKIPPED -> {}
    }
  }

  /** Returns the tests that it proves to have failed, be their failures muted or not. */
  public List<Test> failed() {
    if (!endedByItself()) {
      return List.of();
    }
    return tests.entrySet().stream()
        .filter(e -> e.getValue().red == e.getValue().at.size())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether it proves that a test failed. */
  boolean provesFailed(Test test) {
    Occurrences all = tests.get(test);
    return endedByItself() && all != null && all.red == all.at.size();
  }

  /** Whether a failure is that of its test: nothing else went wrong, and no time was over. */
  private boolean endedByItself() {
    return status == TrialStatus.FAILED || status == TrialStatus.PENDING;
  }

  /** Returns whether it proves that a test can pass which another trial proves to have failed. */
  public boolean provesPassed(Test test, CaseOutcomes failing) {
    Occurrences here = tests.get(test);
    Occurrences there = failing.tests.get(test);
    if (here == null || there == null || here.passed != here.at.size()) {
      return false;
    }
    return here.at.size() == there.at.size()
        && (!test.isInvocation() || passedAsWhole(test.method(), failing));
  }

  private boolean passedAsWhole(Test method, CaseOutcomes failing) {
    Occurrences here = methods.get(method);
    return here != null && here.red == 0 && Arrays.equals(names(method), failing.names(method));
  }

  private String @Nullable [] names(Test method) {
    Occurrences all = methods.get(method);
    return all == null
        ? null
        : all.at.stream().map(i -> cases.get(i).name()).sorted().toArray(String[]::new);
  }

  /**
   * Returns which case of the trial a test is, from 0: the first one of its name.
   *
   * @throws IllegalArgumentException if the trial has no such test
   */
  public int caseNo(Test test) {
    Occurrences all = tests.get(test);
    if (all == null) {
      throw new IllegalArgumentException("not in this trial: " + test);
    }
    return all.at.get(0);
  }
}
