package io.rrrspec.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Comparison;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FailureTextTest {
  private static final Style NARROW = new Style(50, false, true);
  private static final String TRACE =
      """
      org.opentest4j.AssertionFailedError: wrong
      \tat org.junit.jupiter.api.Assertions.assertEquals(Assertions.java:1)
      \tat com.shop.Cart.sum(Cart.java:3)
      \tat com.shop.CartTest.sums(CartTest.java:9)
      """;

  private static CaseResult failure(String message, Comparison... comparisons) {
    return failure(message, TRACE, comparisons);
  }

  private static CaseResult failure(String message, String trace, Comparison... comparisons) {
    return new CaseResult(
        "com.shop.CartTest",
        "sums",
        Outcome.FAILED,
        12,
        message,
        "org.opentest4j.AssertionFailedError",
        trace,
        List.of(comparisons));
  }

  private static List<String> lines(Style style, Detail detail, CaseResult result) {
    return new FailureText(style, detail, ClassLinks.NONE)
        .lines("1) ", new RunSummary.Failed(result, "", "", 1), 3);
  }

  @Test
  void aMessageIsWrappedAndTheFramesOfMainCodeStay() {
    List<String> lines =
        lines(
            NARROW,
            Detail.USUAL,
            failure("the cart of Jane ==> expected: <[apple, pear]> but was: <[apple, plum]>"));
    assertThat(lines.subList(1, lines.size()))
        .containsExactly(
            "   the cart of Jane ==> expected: <[apple, pear]>",
            "   but was: <[apple, plum]>",
            "     at com.shop.Cart.sum(Cart.java:3)",
            "     at com.shop.CartTest.sums(CartTest.java:9)");
  }

  @Test
  void valuesAreComparedWithCaretsWhereThereAreNoColours() {
    CaseResult result =
        failure(
            "wrong", new Comparison("Cart[items=3, sum=4.50]", "Cart[items=3, sum=4.75]", null));
    assertThat(lines(NARROW, Detail.USUAL, result))
        .containsSubsequence(
            "   wrong",
            "   - expected  + actual",
            "   - Cart[items=3, sum=4.50]",
            "                       ^^^^",
            "   + Cart[items=3, sum=4.75]",
            "                       ^^^^");
    assertThat(lines(new Style(80, true, true), Detail.USUAL, result))
        .contains(
            "   \u001b[32m- \u001b[0m\u001b[32mCart[items=3, sum=\u001b[0m"
                + "\u001b[1;7;32m4.50\u001b[0m\u001b[32m]\u001b[0m");
  }

  @Test
  void aLongLineIsWrappedAndKeepsItsMarks() {
    String begin = "word ".repeat(10);
    CaseResult result = failure("wrong", new Comparison(begin + "true", begin + "false", null));
    assertThat(lines(NARROW, Detail.USUAL, result))
        .containsSubsequence(
            "   - " + "word ".repeat(9), "     word true", "          ^^^^", "     word false");
  }

  @Test
  void eachOfSeveralAssertionsHasItsOwnDiffBehindItsMessage() {
    assertThat(
            lines(
                NARROW,
                Detail.USUAL,
                failure(
                    "two failures",
                    new Comparison("1", "2", "first"),
                    new Comparison("true", "false", "second"))))
        .containsSubsequence(
            "   first", "   - 1", "   + 2", "   second", "   - true", "   + false");
  }

  @Test
  void whatTheDiffsOfSeveralAssertionsSayIsNotSaidAgainByTheTrace() {
    String trace =
        """
        org.opentest4j.MultipleFailuresError: three failures
        \tat com.shop.CartTest.sums(CartTest.java:9)
        \tSuppressed: org.opentest4j.AssertionFailedError: expected: <a
        b> but was: <c>
        \t\tat com.shop.CartTest.first(CartTest.java:10)
        \tSuppressed: java.lang.IllegalStateException: closed
        \t\tat com.shop.CartTest.second(CartTest.java:11)
        """;
    List<String> lines =
        lines(
            NARROW,
            Detail.USUAL,
            failure(
                "three failures",
                trace,
                new Comparison("a\nb", "c", "first"),
                new Comparison("1", "2", "third")));
    assertThat(lines.subList(lines.size() - 4, lines.size()))
        .containsExactly(
            "     at com.shop.CartTest.sums(CartTest.java:9)",
            "     at com.shop.CartTest.first(CartTest.java:10)",
            "     Suppressed: java.lang.IllegalStateException:…",
            "     at com.shop.CartTest.second(CartTest.java:11)");
  }

  @Test
  void valuesOfATestDoNotReachTheTerminalAsCommands() {
    assertThat(
            lines(
                new Style(80, true, true),
                Detail.ALL,
                failure("wrong", new Comparison("\u001b[2Ja", "\u202eb", null))))
        .noneMatch(line -> line.contains("\u001b[2J") || line.contains("\u202e"))
        .anyMatch(line -> line.contains("\\x1b[2Ja"));
  }

  @Test
  void withVerboseMessageAndTraceAreWhole() {
    String message =
        IntStream.range(0, 60).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));
    assertThat(lines(NARROW, Detail.USUAL, failure(message)))
        .contains("   line 14", "   (45 more lines)")
        .noneMatch(line -> line.contains("org.junit"));
    assertThat(lines(NARROW, Detail.ALL, failure(message)))
        .contains(
            "   line 59",
            "     \tat org.junit.jupiter.api.Assertions.assertEquals(Assertions.java:1)"
                .replace("\t", "    "));
  }

  @Test
  void aRedRunEndsWithTheCommandThatRunsItsFailuresAgain() {
    RunSummary summary =
        RunSummary.of(
            Runs.junit(TasksetStatus.FAILED),
            List.of(
                Runs.task(
                    "com.shop.CartTest",
                    TaskStatus.FAILED,
                    Runs.bad()
                        .with(failure("no"), Runs.error("com.shop.CartTest", "", "crashed"))
                        .build())));
    String again = AgainCommand.of(summary, "rrrspec-java run", "rrrspec-java run --failed");
    assertThat(again).isEqualTo("rrrspec-java run com.shop.CartTest#sums com.shop.CartTest");
    String quiet =
        SummaryTable.render(
            summary, NARROW, again, "rrrspec-java run", PastHints.NONE, Detail.RESULT);
    assertThat(quiet)
        .endsWith(" Again     " + again + "\n")
        .contains("FAILED")
        .doesNotContain("Failures", "CartTest ›");
  }

  @Test
  void manyFailuresAreRunAgainWithoutTheirNames() {
    RunSummary summary =
        RunSummary.of(
            Runs.junit(TasksetStatus.FAILED),
            IntStream.range(0, 6)
                .mapToObj(
                    i ->
                        Runs.task(
                            "a.T" + i,
                            TaskStatus.FAILED,
                            Runs.bad().with(Runs.failed("a.T" + i, "x", "no")).build()))
                .toList());
    assertThat(AgainCommand.of(summary, "run", "run --failed")).isEqualTo("run --failed");
    assertThat(AgainCommand.of(summary, "run", "")).isEmpty();
  }
}
