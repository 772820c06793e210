package io.rrrspec.client.report.ci;

import static io.rrrspec.client.report.Runs.bad;
import static io.rrrspec.client.report.Runs.failed;
import static io.rrrspec.client.report.Runs.good;
import static io.rrrspec.client.report.Runs.junit;
import static io.rrrspec.client.report.Runs.passed;
import static io.rrrspec.client.report.Runs.task;
import static io.rrrspec.client.report.Runs.taskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildServerTest {
  private static final String CART = "com.shop.CartTest";

  @TempDir Path workspace;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private String tell(RunSummary summary, Path project, Map<String, String> environment) {
    Terminal terminal = new Terminal(false, Style.plain());
    PrintStream stderr = new PrintStream(err, true, StandardCharsets.UTF_8);
    BuildServer.tell(
        summary,
        project,
        new Console(new PrintStream(out), stderr, terminal, terminal, environment));
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    return err.toString(StandardCharsets.UTF_8);
  }

  private Map<String, String> github() {
    return Map.of("GITHUB_ACTIONS", "true", "GITHUB_WORKSPACE", workspace.toString());
  }

  private static RunSummary red(CaseResult... results) {
    return RunSummary.of(
        junit(TasksetStatus.FAILED),
        List.of(task(CART, TaskStatus.FAILED, bad().with(results).build())));
  }

  private void source(String path) throws IOException {
    Path file = workspace.resolve(path);
    Files.createDirectories(file.getParent());
    Files.createFile(file);
  }

  @Test
  void aRedTestStandsAtItsLineInTheSource() throws IOException {
    source("app/src/test/java/com/shop/CartTest.java");
    assertThat(
            tell(
                red(failed(CART + "$Checkout", "applies, all: [2]", "50% off\nnot 40%")),
                workspace.resolve("app"),
                github()))
        .isEqualTo(
            "::error file=app/src/test/java/com/shop/CartTest.java,line=42,"
                + "title=CartTest$Checkout › applies%2C all%3A [2]::50%25 off%0Anot 40%25\n");
  }

  @Test
  void aRedTestOfAModuleIsFoundInThatModule() throws IOException {
    source("app/core/src/test/java/com/shop/CartTest.java");
    source("app/web/ui/src/test/java/com/shop/CartTest.java");
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.FAILED),
            List.of(
                task(
                    "web/ui:" + CART,
                    TaskStatus.FAILED,
                    bad().with(failed(CART, "a", "no")).build()),
                task(
                    "odd\0:" + CART,
                    TaskStatus.FAILED,
                    bad().with(failed(CART, "b", "no")).build())));
    assertThat(tell(summary, workspace.resolve("app"), github()).lines())
        .containsExactlyInAnyOrder(
            "::error file=app/web/ui/src/test/java/com/shop/CartTest.java,line=42,"
                + "title=CartTest › a::no",
            "::error title=CartTest › b::no");
  }

  @Test
  void aKotlinClassIsFoundByTheFileThatTheTraceNames() throws IOException {
    source("src/test/kotlin/com/shop/Tests.kt");
    CaseResult result =
        new CaseResult(
            CART,
            "a",
            CaseResult.Outcome.FAILED,
            1,
            "no",
            "E",
            "E: no\n\tat com.shop.CartTest.a(Tests.kt:7)\n");
    assertThat(tell(red(result), workspace, github()))
        .startsWith("::error file=src/test/kotlin/com/shop/Tests.kt,line=7,title=");
  }

  @Test
  void aTestWhoseSourceIsNotHereIsNamedAllTheSame() {
    assertThat(tell(red(failed(CART, "a", "no")), workspace, github()))
        .isEqualTo("::error title=CartTest › a::no\n");
    assertThat(tell(red(failed("../../etc/passwd", "b", "::set-env::x")), workspace, github()))
        .endsWith("::error title=/etc/passwd › b::::set-env::x\n");
  }

  @Test
  void noMoreThanFiftyAndAWordOnTheOthers() {
    CaseResult[] many =
        IntStream.range(0, 53)
            .mapToObj(i -> failed(CART, "t" + i, "no"))
            .toArray(CaseResult[]::new);
    assertThat(tell(red(many), workspace, github()).lines())
        .hasSize(51)
        .last()
        .isEqualTo("::error title=rrrspec-java::and 3 more red tests");
  }

  @Test
  void aRunThatNeverCameToItsTestsSaysWhy() {
    RunSummary summary =
        RunSummary.of(
            taskset(TasksetStatus.FAILED, Runner.JUNIT, "set-up failed with exit code 7"),
            List.of());
    assertThat(tell(summary, workspace, github()))
        .isEqualTo("::error title=rrrspec-java::set-up failed with exit code 7\n");
  }

  @Test
  void elsewhereAndOfAGreenRunNothingIsSaid() {
    RunSummary green =
        RunSummary.of(
            junit(TasksetStatus.SUCCEEDED),
            List.of(task(CART, TaskStatus.PASSED, good().with(passed(CART, "a")).build())));
    assertThat(tell(green, workspace, github())).isEmpty();
    assertThat(tell(red(failed(CART, "a", "no")), workspace, Map.of())).isEmpty();
  }

  @Test
  void theSummaryPageIsAppendedToAndNothingInItIsMarkup() throws IOException {
    Path page = Files.writeString(workspace.resolve("summary.md"), "before\n");
    tell(
        red(failed(CART, "a|b", "<img src=x> *no* `x`\n# title"), passed(CART, "c")),
        workspace,
        Map.of("GITHUB_STEP_SUMMARY", page.toString()));
    assertThat(Files.readString(page))
        .startsWith("before\n### ❌ FAILED: 1 failed, 1 passed of 2 tests\n")
        .contains("| com.shop.CartTest › a\\|b | &lt;img src=x&gt; \\*no\\* \\`x\\` \\# title |\n");
  }

  @Test
  void aPageThatCannotBeWrittenIsAWarning() {
    assertThat(
            tell(
                red(failed(CART, "a", "no")),
                workspace,
                Map.of("GITHUB_STEP_SUMMARY", workspace.resolve("gone/x").toString())))
        .startsWith("warning: cannot write the summary to ")
        .hasLineCount(1);
  }
}
