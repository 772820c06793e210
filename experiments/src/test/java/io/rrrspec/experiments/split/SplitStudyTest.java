package io.rrrspec.experiments.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.experiments.split.ClassOutcome.Cause;
import io.rrrspec.experiments.split.ClassOutcome.Kind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What {@code scripts/split-study} says of classes that have run. */
class SplitStudyTest {
  private static final String TASK = "com.foo.BarTest";

  private static CaseResult test(String name, Outcome outcome) {
    boolean failed = outcome == Outcome.FAILED;
    return new CaseResult(
        TASK,
        name,
        outcome,
        1,
        failed ? "taken\nat Bar" : null,
        failed ? "AssertionError" : null,
        null);
  }

  private static Tests tests(CaseResult... cases) {
    return new Tests(Arrays.asList(cases));
  }

  private static final Tests WHOLE =
      tests(test("one", Outcome.PASSED), test("two", Outcome.PASSED), test("two", Outcome.SKIPPED));

  private static Ran whole() {
    return new Ran(TaskStatus.PASSED, Duration.ofSeconds(3), WHOLE, "", null);
  }

  private static ClassOutcome outcome(
      TaskStatus status, @Nullable String why, boolean refused, boolean complete, Tests parts) {
    Ran.Divided divided = new Ran.Divided(why, refused, complete, parts, List.of("it printed: no"));
    return ClassOutcome.divided(
        TASK, whole(), new Ran(status, Duration.ZERO, Tests.NONE, "", divided));
  }

  private static ClassOutcome decided(CaseResult... cases) {
    return outcome(TaskStatus.PASSED, null, false, true, tests(cases));
  }

  @Test
  void partsAreTheClassIfTheyHaveEachTestOnceWithItsOutcome() {
    CaseResult one = test("one", Outcome.PASSED);
    CaseResult two = test("two", Outcome.PASSED);
    CaseResult skipped = test("two", Outcome.SKIPPED);
    assertThat(decided(skipped, one, two).kind()).isEqualTo(Kind.EQUAL);
    assertThat(decided(one, two).differences())
        .extracting(Difference::toString)
        .containsExactly("com.foo.BarTest#two: passed and skipped as a whole, passed in parts");
    assertThat(decided(one, one, two, skipped).differences())
        .extracting(Difference::toString)
        .containsExactly("com.foo.BarTest#one: passed as a whole, passed and passed in parts");
    assertThat(decided(one, two, skipped, test("new", Outcome.PASSED)).differences())
        .extracting(Difference::toString)
        .containsExactly("com.foo.BarTest#new: none as a whole, passed in parts");
    assertThat(decided(two, skipped).kind()).isEqualTo(Kind.OTHER);
  }

  @Test
  void testsOfPartsThatDidNotRunAreNotMissing() {
    CaseResult failed = test("one", Outcome.FAILED);
    ClassOutcome dropped =
        outcome(TaskStatus.PASSED, "its part 1/2 failed", false, false, tests(failed));
    assertThat(dropped.kind()).isEqualTo(Kind.VOID);
    assertThat(dropped.differences())
        .extracting(Difference::toString)
        .containsExactly(
            "com.foo.BarTest#one: passed as a whole, failed in parts (AssertionError: taken)");
    ClassOutcome all =
        outcome(TaskStatus.PASSED, "its part 1/2 failed", false, true, tests(failed));
    assertThat(all.differences()).hasSize(2);
  }

  @Test
  void reasonsAreTheSameForAllClassesOfAKind() {
    assertThat(
            outcome(TaskStatus.PASSED, "its part 1/2 failed", false, false, Tests.NONE)
                .generalReason())
        .isEqualTo("its part N/N failed");
    ClassOutcome lock =
        outcome(TaskStatus.PASSED, "a lock (@ResourceLock)", true, false, Tests.NONE);
    assertThat(lock.kind()).isEqualTo(Kind.REFUSED);
    assertThat(lock.generalReason()).isEqualTo("a lock (@ResourceLock)");
    assertThat(
            outcome(
                    TaskStatus.PASSED,
                    "tests of other parts run with it (a(b) [1])",
                    true,
                    false,
                    Tests.NONE)
                .generalReason())
        .isEqualTo("tests of other parts run with it");
  }

  @Test
  void whatIsNotDecidedHasNoEndAndWhatFailsWholeIsNotDivided() {
    assertThat(outcome(TaskStatus.UNDECIDED, null, false, true, WHOLE).kind())
        .isEqualTo(Kind.ENDLESS);
    Ran red =
        new Ran(TaskStatus.FAILED, Duration.ZERO, tests(test("one", Outcome.FAILED)), "", null);
    ClassOutcome outcome = ClassOutcome.undivided(TASK, red);
    assertThat(outcome.kind()).isEqualTo(Kind.RED);
    assertThat(outcome.reason()).isEqualTo("com.foo.BarTest#one (AssertionError: taken)");
    assertThat(ClassOutcome.undivided(TASK, whole()).kind()).isEqualTo(Kind.SMALL);
  }

  @Test
  void randomPartsNameEachMethodOnceAndTheLastOneNamesThoseOfTheOthers() {
    List<String> units = IntStream.range(0, 7).mapToObj(i -> "#test" + i).toList();
    assertThat(RandomParts.of(TASK, units, whole(), 1))
        .isEqualTo(RandomParts.of(TASK, units, whole(), 1));
    for (int seed = 0; seed < 200; seed++) {
      for (int methods = 2; methods <= units.size(); methods++) {
        List<String> some = units.subList(0, methods);
        SplitRequest split = RandomParts.of(TASK, some, whole(), seed);
        assertThat(split.parts()).hasSizeBetween(2, 3);
        assertThat(split.tests()).isEqualTo(3);
        assertThat(split.skipped()).isEqualTo(1);
        List<ClassPart> parts = split.parts().stream().map(SplitRequest.Part::tests).toList();
        ClassPart rest = parts.get(parts.size() - 1);
        List<String> named =
            parts.stream()
                .filter(part -> !part.rest())
                .flatMap(part -> part.methods().stream())
                .toList();
        assertThat(rest.methods()).isEqualTo(named);
        assertThat(named).doesNotHaveDuplicates().isSubsetOf(some).hasSizeLessThan(methods);
      }
    }
  }

  @Test
  void theReportCountsEachClassOnceAndIsSoundUnlessAClassWasLost() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Report report = new Report(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    report.add(
        "one",
        List.of(
            decided(WHOLE.cases().toArray(CaseResult[]::new)),
            outcome(TaskStatus.PASSED, "a lock (@Isolated)", true, false, Tests.NONE),
            ClassOutcome.undivided(TASK, whole())));
    assertThat(report.isSound()).isTrue();
    report.add("two", List.of(decided().with(Cause.FLAKY)));
    assertThat(report.isSound()).isTrue();
    report.add("three", List.of(decided().with(Cause.DEPENDENT)));
    assertThat(report.isSound()).isFalse();
    report.printAll();
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .contains(
            "| one | 3 | 2 | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |",
            "| all | 5 | 4 | 1 | 1 | 0 | 2 | 0 | 1 | 0 | 1 | 0 |",
            "| a lock (@Isolated) | 1 | 25.0 % |");
  }
}
