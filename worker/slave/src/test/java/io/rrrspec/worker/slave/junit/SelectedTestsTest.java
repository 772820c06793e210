package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.worker.slave.jvm.OutputCapture;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Classes of which only some tests were asked for, by method or by tag. */
class SelectedTestsTest {
  private static final String FIXTURES = "io.rrrspec.worker.slave.fixtures.";
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final InputStream in = System.in;

  @AfterEach
  void giveTheStreamsBack() {
    System.setOut(out);
    System.setErr(err);
    System.setIn(in);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PlainFixture                | #passes             | passes",
        "PlainFixture                | #*isplayName+passes | hasDisplayName passes",
        "PlainFixture                | #disabled*          | disabled disabledWithInfo(TestInfo)",
        "ParameterizedFixture        | #takesNumber        | takesNumber(int)[1]"
            + " takesNumber(int)[2]",
        "ParameterizedFixture        | #repeats            | repeats()[1] repeats()[2]"
            + " repeats()[3]",
        "ParameterizedFixture        | #takesN?mber        | takesNumber(int)[1]"
            + " takesNumber(int)[2]",
        "InheritedFixture            | #from*              | fromBase fromInterface",
        "InheritedFixture            | #nestedInBase       | nestedInBase",
        "InheritedFixture            | InBase#*            | nestedInBase",
        "NestedFixture               | #outside+deep       | deep outside",
        "NestedFixture               | Inner#inside+outside | inside",
        "NestedFixture               | Inner$Innermost#*   | deep deepNumbers(int)[1]"
            + " deepNumbers(int)[2]",
        "NestedFixture               | Inner#deep          | deep",
        "VintageParameterizedFixture | #runs               | runs[0] runs[1]",
        "VintageParameterizedFixture | #runs[1]            | runs[1]",
        "VintageEnclosedFixture      | #inFirst            | inFirst",
        "VintageEnclosedFixture      | Second#*            | inSecond",
        "VintageParameterizedFixture | #x+runs[?]          | runs[0] runs[1]",
        "JUnit3Fixture               | #testPasses         | testPasses",
      })
  void a_method_runs_with_all_its_invocations_wherever_it_stands(
      String fixture, String methods, String tests) {
    assertThat(names(run(fixture, methods(fixture, methods)))).isEqualTo(tests);
  }

  @Test
  void aFactoryRunsWithAllThatItMakes() {
    TrialResult result = run("DynamicFixture", methods("DynamicFixture", "#makes"));
    assertThat(result.cases()).hasSize(4);
    assertThat(result.reason()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fast        | '' | passes",
        "''          | !fast | passes",
        "none() & !x | fast | 7 tests",
        "fast        | fast | none",
      })
  void tags_are_read_as_expressions(String include, String exclude, String tests) {
    TestSelection tags =
        TestSelection.ALL.withTags(
            include.isEmpty() ? List.of() : List.of(include),
            exclude.isEmpty() ? List.of() : List.of(exclude));
    TrialResult result = run("PlainFixture", tags);
    switch (tests) {
      case "none" ->
          assertThat(result.reason()).isEqualTo(TrialResult.NOT_SELECTED + "no test has the tags");
      case "7 tests" -> assertThat(result.cases()).hasSize(7);
      default -> assertThat(names(result)).isEqualTo(tests);
    }
  }

  @Test
  void whatFitsNothingRunsNothingAndSaysSo() {
    TrialResult result = run("NestedFixture", methods("NestedFixture", "#no", "Inner#outside"));
    assertThat(result.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(result.cases()).isEmpty();
    assertThat(result.reason())
        .isEqualTo(TrialResult.NOT_SELECTED + "no test matches 'no', 'Inner#outside'");
  }

  @Test
  void onePatternOfSeveralThatFitsNothingIsNamedBesideTheTests() {
    TrialResult result = run("NestedFixture", methods("NestedFixture", "#outside", "#no"));
    assertThat(names(result)).isEqualTo("outside");
    assertThat(result.reason()).isEqualTo(TrialResult.NOT_SELECTED + "no test matches 'no'");
  }

  @Test
  void aPartOfAPatternThatFitsNothingIsNamed() {
    TrialResult result = run("NestedFixture", methods("NestedFixture", "#outside+no+deep"));
    assertThat(names(result)).isEqualTo("deep outside");
    assertThat(result.reason())
        .isEqualTo(TrialResult.NOT_SELECTED + "no test matches 'no' (of outside+no+deep)");
    assertThat(run("NestedFixture", methods("NestedFixture", "#outside+deep")).reason()).isNull();
  }

  @Test
  void aClassWithoutTestsStaysOne() {
    assertThat(run("EmptyFixture", methods("EmptyFixture", "#a")).reason())
        .isEqualTo("it has no test");
  }

  @Test
  void otherTasksRunWhole() {
    assertThat(run("InheritedFixture", methods("PlainFixture", "#passes")).cases()).hasSize(5);
  }

  private static TestSelection methods(String fixture, String... patterns) {
    return TestSelection.ofMethods(
        List.of(FIXTURES + fixture, "another", "a third"),
        Map.of(FIXTURES + fixture, List.of(patterns)));
  }

  private static String names(TrialResult result) {
    return result.cases().stream()
        .map(test -> test.name())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static TrialResult run(String fixture, TestSelection selection) {
    JUnitRunner runner =
        new JUnitRunner(
            Executions.only(JUnitSettings.NONE),
            MissingClass.WITHOUT_PROJECT,
            selection,
            Quarantine.NONE,
            OutputCapture.install(),
            running -> {},
            late -> {});
    try {
      return runner.run(FIXTURES + fixture, TimeLimits.of(MINUTE, MINUTE, MINUTE));
    } finally {
      runner.close();
    }
  }
}
