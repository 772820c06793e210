package io.rrrspec.experiments.record;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A generated test class: what each of its trials comes to depends on its seed, the run, the
 * version of the sources and the number of the trial, and on nothing else.
 *
 * @param name its name
 * @param kind how its first test behaves; the others always pass
 * @param rate how often the first test fails if it is flaky; 0 to 1
 */
record Made(String name, Kind kind, double rate) {
  private static final int TESTS = 10;

  /** How a class behaves. */
  enum Kind {
    /** Fails now and then, for no reason. The only one that may be accused. */
    FLAKY,
    /** Always passes. */
    GREEN,
    /** Always fails. */
    RED,
    /** Fails on some versions of the sources. */
    BROKEN_BY_CHANGES,
    /** Always passes, and takes long. */
    SLOW,
    /** Its invocations have new names in each trial, and the one that fails stands elsewhere. */
    PARAMETERS,
    /** Now and then the class runs out of time, and the test that was running is named. */
    TIME_OUT,
    /** Now and then the JVM dies. */
    CRASH,
    /** Now and then its slave is lost, after its first test has failed. */
    LOST
  }

  /** All of them: 20 flaky tests from 1 % to 50 % and hundreds of stable ones. */
  static List<Made> suite() {
    double[] percent = {1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50};
    List<Made> all = new ArrayList<>();
    for (int i = 0; i < percent.length; i++) {
      all.add(new Made("com.shop.Flaky%02dTest".formatted(i), Kind.FLAKY, percent[i] / 100));
    }
    add(all, Kind.GREEN, 20);
    for (Kind kind : Kind.values()) {
      if (kind != Kind.FLAKY && kind != Kind.GREEN) {
        add(all, kind, 3);
      }
    }
    return all;
  }

  private static void add(List<Made> all, Kind kind, int count) {
    for (int i = 0; i < count; i++) {
      all.add(new Made("com.shop.%s%02dTest".formatted(kind, i), kind, 0.3));
    }
  }

  /** The test that may be flaky. */
  String test() {
    return name + "#t0";
  }

  /** How many tests it has. */
  int tests() {
    return TESTS;
  }

  /** What a trial comes to; null: its slave is lost. */
  @Nullable TrialResult play(long seed, int run, int version, int trial) {
    SplittableRandom random =
        new SplittableRandom(
            seed * 1_000_003 + name.hashCode() * 31L + run * 7_919L + trial * 104_729L);
    boolean unlucky = random.split().nextDouble() < rate;
    return switch (kind) {
      case FLAKY -> result(unlucky);
      case GREEN, SLOW -> result(false);
      case RED -> result(true);
      case BROKEN_BY_CHANGES -> result((version + name.hashCode()) % 3 == 0);
      case PARAMETERS -> parameters(random);
      case TIME_OUT ->
          unlucky
              ? of(TrialStatus.TIMEOUT, cases(Outcome.ERROR), "took longer than 30 s")
              : result(false);
      case CRASH -> unlucky ? TrialResult.error("exit code 134", "", "") : result(false);
      case LOST -> unlucky ? null : result(false);
    };
  }

  private TrialResult result(boolean red) {
    return of(
        red ? TrialStatus.FAILED : TrialStatus.PASSED,
        cases(red ? Outcome.FAILED : Outcome.PASSED),
        null);
  }

  private List<CaseResult> cases(Outcome first) {
    List<CaseResult> cases = new ArrayList<>();
    cases.add(one("t0", first));
    IntStream.range(1, TESTS).forEach(i -> cases.add(one("t" + i, Outcome.PASSED)));
    return cases;
  }

  private TrialResult parameters(SplittableRandom random) {
    List<CaseResult> cases = new ArrayList<>();
    int red = random.nextInt(TESTS / 2);
    for (int i = 0; i < TESTS / 2; i++) {
      Outcome outcome = i == red ? Outcome.FAILED : Outcome.PASSED;
      cases.add(one("byIndex(int)[" + (i + 1) + "]", outcome));
      boolean odd = random.nextBoolean();
      cases.add(
          one(
              "byName(long)[" + i + "] seed=" + random.nextInt(1_000_000),
              odd ? Outcome.FAILED : Outcome.PASSED));
    }
    return of(TrialStatus.FAILED, cases, null);
  }

  private CaseResult one(String test, Outcome outcome) {
    boolean red = outcome != Outcome.PASSED;
    return new CaseResult(
        name,
        test,
        outcome,
        kind == Kind.SLOW ? 60_000 : 5,
        red ? "expected 1 but was 2" : null,
        red ? "java.lang.AssertionError" : null,
        red ? "at " + name + "." + test : null);
  }

  private static TrialResult of(
      TrialStatus status, List<CaseResult> cases, @Nullable String reason) {
    int failed = (int) cases.stream().filter(c -> c.outcome() != Outcome.PASSED).count();
    return new TrialResult(
        status, "out", "err", cases.size() - failed, 0, failed, cases, reason, 0);
  }
}
