package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which tests ran, as one number. */
class RanTestsTest {
  private static CaseResult test(String className, String name, Outcome outcome, int millis) {
    return new CaseResult(className, name, outcome, millis, null, null, null);
  }

  private static long ran(String... names) {
    return RanTests.of(
        Stream.of(names).map(name -> test("a.ATest", name, Outcome.PASSED, 1)).toList());
  }

  @Test
  void neitherTheirOrderNorTheirTimesMatter() {
    List<CaseResult> tests = new ArrayList<>();
    tests.add(test("a.ATest", "two", Outcome.PASSED, 2_000));
    tests.add(test("a.ATest", "one", Outcome.MUTED, 7));
    assertThat(RanTests.of(tests)).isEqualTo(ran("one", "two")).isPositive();
  }

  @Test
  void whatWasSkippedHasNotRun() {
    List<CaseResult> tests =
        List.of(
            test("a.ATest", "one", Outcome.PASSED, 1), test("a.ATest", "two", Outcome.SKIPPED, 0));
    assertThat(RanTests.of(tests)).isEqualTo(ran("one")).isNotEqualTo(ran("two"));
    assertThat(RanTests.of(tests.subList(1, 2))).isZero();
    assertThat(RanTests.of(List.of())).isZero();
  }

  @Test
  void theClassAndHowOftenCount() {
    assertThat(RanTests.of(List.of(test("a.ATest$In", "one", Outcome.PASSED, 1))))
        .isNotEqualTo(ran("one"));
    assertThat(RanTests.of(List.of(test("a.ATestone", "", Outcome.PASSED, 1))))
        .isNotEqualTo(ran("one"));
    assertThat(ran("one", "one")).isNotEqualTo(ran("one"));
  }

  @Test
  void whatDiffersFromJvmToJvmInTheNameOfAnObjectDoesNotCount() {
    assertThat(ran("take(Object)[1] a.Thing@1b2c3d4e"))
        .isEqualTo(ran("take(Object)[1] a.Thing@77aa"))
        .isNotEqualTo(ran("take(Object)[2] a.Thing@1b2c3d4e"));
  }

  /** Pairs of tests with much the same names: one skipped instead of the other must be seen. */
  @Test
  void otherSumsForOtherPairs() {
    Set<Long> sums = new HashSet<>();
    int pairs = 0;
    for (int i = 0; i < 200; i++) {
      for (int j = i + 1; j < 200; j++) {
        sums.add(ran("invocation(int)[" + i + "]", "invocation(int)[" + j + "]"));
        pairs++;
      }
    }
    assertThat(sums).hasSize(pairs).allMatch(sum -> sum >= 0);
  }
}
