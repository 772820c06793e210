package io.rrrspec.client.report;

import static io.rrrspec.client.report.Runs.bad;
import static io.rrrspec.client.report.Runs.error;
import static io.rrrspec.client.report.Runs.failed;
import static io.rrrspec.client.report.Runs.good;
import static io.rrrspec.client.report.Runs.junit;
import static io.rrrspec.client.report.Runs.passed;
import static io.rrrspec.client.report.Runs.skipped;
import static io.rrrspec.client.report.Runs.task;
import static io.rrrspec.client.report.Runs.taskset;
import static io.rrrspec.client.report.Runs.trial;
import static io.rrrspec.common.model.TrialResult.NOT_RUN;
import static io.rrrspec.common.model.TrialResult.NOT_SELECTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rrrspec.client.report.ci.MarkdownSummary;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SummaryTableTest {
  private static final String AGAIN = "rrrspec-java run --failed";

  @Test
  void classesInWhichNoTestRanAreNamedWithTheReason() {
    String filtered = "its filters leave no test";
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.SUCCEEDED),
            List.of(
                task("a.ATest", TaskStatus.PASSED, good().with(passed("a.ATest", "x")).build()),
                task("a.BrokenIT@it", TaskStatus.PASSED, good().because(filtered).build()),
                task("a.ATest@it", TaskStatus.PASSED, good().because(filtered).build()),
                task("a.Ruby", TaskStatus.PASSED, good().counting(2, 0).build()),
                task("a.TestTool", TaskStatus.PASSED, good().build())));
    assertThat(SummaryTable.render(summary, new Style(120, false, true)))
        .contains(
            " Classes   5\n",
            " No tests  1 class: a.TestTool\n",
            " No tests  2 classes, their filters leave no test: a.ATest@it, a.BrokenIT@it\n");
  }

  private static TaskRun in(JvmKind kind, TaskJvm.State state, TaskRun run) {
    Task task = run.task();
    return new TaskRun(
        new Task(
            task.key(),
            task.tasksetKey(),
            task.specFile(),
            task.status(),
            null,
            task.trials(),
            null,
            null,
            new TaskJvm(kind, state),
            null),
        run.trials());
  }

  @Test
  void theKindsOfJvmHaveALineAndWhatFailsInOneAloneIsListed() {
    TaskRun asIs = task("a.ATest", TaskStatus.PASSED, good().build());
    TaskRun quick =
        in(
            JvmKind.QUICK,
            TaskJvm.State.REFUSED,
            task("a.BTest", TaskStatus.PASSED, bad().build(), good().build()));
    TaskRun serial =
        in(
            JvmKind.SERIAL,
            TaskJvm.State.REFUSED,
            task("a.CTest", TaskStatus.PASSED, bad().build(), good().build()));
    TaskRun tried =
        in(JvmKind.SERIAL, TaskJvm.State.TRIED, task("a.DTest", TaskStatus.PASSED, good().build()));
    Style style = new Style(120, false, true);
    assertThat(
            SummaryTable.render(
                RunSummary.of(junit(TasksetStatus.SUCCEEDED), List.of(asIs, quick, serial, tried)),
                style))
        .contains(
            " JVMs      C1 for 1 class, serial collector for 2, as is for 1\n",
            "Quick JVMs: failed there only, and get none any more",
            " ↻ a.BTest\n",
            "Serial JVMs: failed there only, and get none any more",
            " ↻ a.CTest\n")
        .doesNotContain("↻ a.DTest", "Flaky", "Retried");
    assertThat(
            SummaryTable.render(
                RunSummary.of(junit(TasksetStatus.SUCCEEDED), List.of(tried))
                    .saving(Duration.ofMillis(14_000)),
                style))
        .contains(" JVMs      serial collector for 1 class: 14.0 s of processor time less\n");
    assertThat(
            SummaryTable.render(
                RunSummary.of(junit(TasksetStatus.SUCCEEDED), List.of(asIs)), style))
        .doesNotContain("JVMs");
  }

  @Test
  void namesOfClassesAreLinksThatTakeNoRoom() {
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.FAILED),
            List.of(
                task(
                    "a.ATest",
                    TaskStatus.FAILED,
                    bad().with(failed("a.ATest", "adds", "wrong")).build()),
                task("a.BTest", TaskStatus.PASSED, good().with(passed("a.BTest", "x")).build())));
    String plain = SummaryTable.render(summary, new Style(120, false, true));
    String linked =
        SummaryTable.render(
            summary,
            new Style(120, false, true, true),
            "",
            "",
            PastHints.NONE,
            Detail.USUAL,
            name -> URI.create("file:///" + name));
    assertThat(linked)
        .contains(
            "\u001b]8;;file:///a.ATest\u001b\\a.ATest › adds\u001b]8;;\u001b\\",
            "\u001b]8;;file:///a.BTest\u001b\\a.BTest\u001b]8;;\u001b\\\n");
    assertThat(linked.replaceAll("\u001b]8;;[^\u001b]*\u001b\\\\", "")).isEqualTo(plain);
  }

  @Test
  void aKindThatDoesNotStartHasALineAndItsClassesWereAsIs() {
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.SUCCEEDED),
            List.of(
                in(
                    JvmKind.QUICK,
                    TaskJvm.State.UNSTARTED,
                    task("a.ATest", TaskStatus.PASSED, good().build())),
                in(
                    JvmKind.QUICK,
                    TaskJvm.State.UNSTARTED,
                    task("a.BTest", TaskStatus.PASSED, good().build()))));
    assertThat(SummaryTable.render(summary, new Style(120, false, true)))
        .contains(" Quick JVMs: do not start, so 2 classes ran as is\n")
        .doesNotContain(" JVMs   ", "Serial JVMs", "failed there only");
  }

  @Test
  void whatRanOtherTestsInAKindIsListedAndWasAsIs() {
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.SUCCEEDED),
            List.of(
                in(
                    JvmKind.QUICK,
                    TaskJvm.State.DIFFERS,
                    task("a.ATest", TaskStatus.PASSED, good().build()))));
    assertThat(SummaryTable.render(summary, new Style(120, false, true)))
        .contains("Quick JVMs: ran other tests there than before, so ran as is", " ↻ a.ATest\n")
        .doesNotContain(" JVMs   ", "Serial JVMs", "failed there only");
  }

  @Test
  void classesWithTestsThatNoEngineRunsHaveALineOfTheirOwn() {
    String why = "no engine for JUnit 3: add g:a";
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.SUCCEEDED),
            List.of(
                task("a.ATest", TaskStatus.PASSED, good().with(passed("a.ATest", "x")).build()),
                task("a.Old", TaskStatus.PASSED, good().because(NOT_RUN + why).build()),
                task("a.TestTool", TaskStatus.PASSED, good().build())));
    assertThat(SummaryTable.render(summary, new Style(120, false, true)))
        .contains(
            " No tests  1 class: a.TestTool\n",
            " Not run   1 class: a.Old\n           no engine for JUnit 3: add g:a\n");
  }

  @Test
  void secondLooksThatMadeTheRunLongerHaveALine() {
    Trial red = bad().with(failed("a.BTest", "x", "locked")).taking(1_000).build();
    TaskRun other = task("a.ATest", TaskStatus.PASSED, good().taking(2_000).build());
    assertThat(
            render(
                other,
                task(
                    "a.BTest",
                    TaskStatus.FAILED,
                    red,
                    trial(TrialVerdict.PROBE, TrialStatus.PASSED).taking(29_000).build())))
        .contains(" Reruns    1 failed class run again to find out why, 27.0 s: not explained\n");
    assertThat(
            render(
                other,
                task(
                    "a.BTest",
                    TaskStatus.FAILED,
                    red,
                    trial(TrialVerdict.PROBE, TrialStatus.FAILED).taking(2_500).build())))
        .doesNotContain("Reruns");
  }

  private static TaskRun whole(String spec, String why, TaskStatus status, Trial... trials) {
    Task task = task(spec, status, trials).task();
    return new TaskRun(
        new Task(
            task.key(),
            task.tasksetKey(),
            spec,
            status,
            null,
            task.trials(),
            null,
            null,
            null,
            new TaskSplit(2, why, null)),
        List.of(trials));
  }

  @Test
  void aClassThatFailedInAPartAndPassedWholeIsFlakyOrItsTestsNeedOneAnother() {
    Trial inPart = bad().with(failed("a.ATest", "x", "nobody has made it")).build();
    Trial good = good().with(passed("a.ATest", "x")).build();
    String note = "   it passed whole: flaky, or its tests need one another\n";
    assertThat(render(whole("a.ATest", "its part 1/2 failed", TaskStatus.PASSED, inPart, good)))
        .contains("1 flaky", "Flaky: failed, then did not", " ↻ a.ATest › x")
        .contains("Whole instead of in parts", " a.ATest\n   its part 1/2 failed\n" + note);
    Trial red = bad().with(failed("a.ATest", "x", "nobody has made it")).build();
    assertThat(render(whole("a.ATest", "its part 1/2 failed", TaskStatus.FAILED, inPart, red)))
        .contains("   its part 1/2 failed\n")
        .doesNotContain(note, "flaky");
    assertThat(render(whole("a.ATest", "ordered methods", TaskStatus.PASSED, good)))
        .contains("   ordered methods\n")
        .doesNotContain(note);
  }

  private static String render(TaskRun... runs) {
    return SummaryTable.render(
        RunSummary.of(junit(TasksetStatus.FAILED), List.of(runs)), new Style(100, false, true), "");
  }

  @Test
  void aRunInWhichNoTestWasAskedForHasNotPassed() {
    String why = NOT_SELECTED + "no test matches 'x'";
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.SUCCEEDED),
            List.of(task("a.BTest", TaskStatus.PASSED, good().because(why).build())));
    assertThat(SummaryTable.render(summary, new Style(120, false, true)))
        .contains(" NO TESTS  0 passed  of 0 tests\n")
        .contains(" No match  1 class without a test that was asked for\n");
  }

  @Test
  void classesOfWhichNoTestWasAskedForCountNowhere() {
    String why = NOT_SELECTED + "no test matches 'x'";
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.SUCCEEDED),
            List.of(
                task("a.ATest", TaskStatus.PASSED, good().with(passed("a.ATest", "x")).build()),
                task("a.BTest", TaskStatus.PASSED, good().because(why).build()),
                task("a.CTest", TaskStatus.PASSED, good().because(why).build())));
    assertThat(SummaryTable.render(summary, new Style(120, false, true)))
        .contains(" Classes   1\n No match  2 more classes without a test that was asked for\n")
        .doesNotContain("BTest");
  }

  @Test
  void aRunOfManyModulesHasALineForEach() {
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.FAILED),
            List.of(
                task("a.RootTest", TaskStatus.PASSED, good().taking(50).build()),
                task("web/ui:a.ATest", TaskStatus.PASSED, good().taking(2_000).build()),
                task("web/ui:a.BTest", TaskStatus.PASSED, good().taking(1_000).build()),
                task(
                    "core:a.ATest@it",
                    TaskStatus.FAILED,
                    bad().with(failed("a.ATest", "adds", "no")).taking(100).build())));
    String table = SummaryTable.render(summary, new Style(60, false, true), "", "rrrspec-java run");
    assertThat(table)
        .contains(
            "── Modules ──",
            "\n  0.100 s  core" + " ".repeat(28) + "1 class, 1 failed\n",
            "\n    3.0 s  web/ui" + " ".repeat(34) + "2 classes\n",
            "\n  0.050 s  ." + " ".repeat(41) + "1 class\n")
        .contains("1) core:a.ATest@it › adds", "again: rrrspec-java run core:a.ATest@it#adds\n");
    assertThat(MarkdownSummary.render(summary))
        .contains(
            "| Modules | classes, time |\n|---|---|\n| core | 1 class, 1 failed, 0.100 s |\n"
                + "| web/ui | 2 classes, 3.0 s |\n| . | 1 class, 0.050 s |\n");
  }

  @Test
  void ofVeryManyModulesTheFirstTwentyAreShown() {
    List<TaskRun> runs = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      runs.add(task("m" + i + ":a.ATest", TaskStatus.PASSED, good().taking(i).build()));
    }
    RunSummary summary = RunSummary.of(junit(TasksetStatus.SUCCEEDED), runs);
    assertThat(SummaryTable.render(summary, new Style(60, false, true)))
        .contains("  m299  ", "  m280  ", "… and 280 more modules\n")
        .doesNotContain("  m279  ");
    assertThat(MarkdownSummary.render(summary)).contains("| m280 |", "| and 280 more | |\n");
  }

  @Test
  void aRunOfOneModuleHasNoSumsOfModules() {
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.SUCCEEDED),
            List.of(
                task("core:a.ATest", TaskStatus.PASSED, good().build()),
                task("core:a.BTest", TaskStatus.PASSED, good().build())));
    assertThat(SummaryTable.render(summary, Style.plain())).doesNotContain("Modules");
    assertThat(MarkdownSummary.render(summary)).doesNotContain("Modules");
  }

  @Test
  void eachFailureHasAWordToRunItAlone() {
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.FAILED),
            List.of(
                task(
                    "a.ATest@it",
                    TaskStatus.FAILED,
                    bad()
                        .with(
                            failed("a.ATest", "adds(int)[1]", "no"),
                            failed("a.ATest$In", "it's 1 + 1", "no"),
                            failed("a.ATest", "", "no"))
                        .build())));
    assertThat(SummaryTable.render(summary, new Style(60, false, true), "", "rrrspec-java run"))
        .contains(
            "    again: rrrspec-java run a.ATest@it#adds\n",
            "    again: rrrspec-java run 'a.ATest$In@it#it'\\''s 1 ? 1'\n",
            "    again: rrrspec-java run a.ATest@it\n");
  }

  @Test
  void whatACancelledRunHasNotBegunIsNoFailure() {
    RunSummary summary =
        RunSummary.of(
            taskset(TasksetStatus.CANCELLED, Runner.JUNIT, "cancelled"),
            List.of(
                task("a.ATest", TaskStatus.PASSED, good().with(passed("a.ATest", "x")).build()),
                task("a.BTest", TaskStatus.UNDECIDED),
                task("a.CTest", TaskStatus.UNDECIDED)));
    assertThat(summary.failed()).isEmpty();
    assertThat(summary.errors()).as("as in the JUnit XML").isEqualTo(2);
    assertThat(SummaryTable.render(summary, new Style(120, false, true)))
        .contains(" CANCELLED 1 passed  of 1 test\n Classes   1 of 3 finished, 2 not run\n")
        .doesNotContain("Failures", "Reason", "error");
    assertThat(MarkdownSummary.render(summary))
        .contains("CANCELLED: 1 passed of 1 test\n\n3 classes, 2 not run, in");
  }

  @Test
  void whatAStoppedRunHasNotBegunIsNoFailureAndNotSkipped() {
    RunSummary summary =
        RunSummary.of(
            taskset(TasksetStatus.FAILED, Runner.JUNIT, "2 classes not run: --fail-fast"),
            List.of(
                task(
                    "a.ATest", TaskStatus.FAILED, bad().with(failed("a.ATest", "x", "no")).build()),
                task("a.BTest", TaskStatus.UNDECIDED),
                task("a.CTest", TaskStatus.UNDECIDED)));
    assertThat(summary.failed()).hasSize(1);
    assertThat(summary.errors()).isZero();
    assertThat(summary.skipped()).as("as in the JUnit XML").isEqualTo(2);
    assertThat(SummaryTable.render(summary, new Style(120, false, true)))
        .contains(" FAILED    1 failed, 0 passed  of 1 test\n")
        .contains(" Classes   1 of 3 finished, 1 of them failed, 2 not run\n")
        .contains(" Reason    2 classes not run: --fail-fast\n")
        .doesNotContain("skipped", "error");
    assertThat(MarkdownSummary.render(summary))
        .contains("1 failed, 0 passed of 1 test\n", "3 classes, 2 not run, in");
  }

  @Test
  void whyARunWasCancelledIsToldWhereSomebodyHasSaidMore() {
    RunSummary summary =
        RunSummary.of(
            taskset(TasksetStatus.CANCELLED, Runner.JUNIT, "its client is gone"),
            List.of(task("a.BTest", TaskStatus.UNDECIDED)));
    assertThat(SummaryTable.render(summary, new Style(120, false, true)))
        .contains(" Reason    its client is gone\n");
  }

  @Test
  void aFactoryOfTestsThatFailsCountsOnce() {
    CaseResult factory = failed("a.ATest", "factory", "no tests to be had");
    String reason = "a.ATest: " + factory.type() + ": no tests to be had";
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.FAILED),
            List.of(
                task(
                    "a.ATest",
                    TaskStatus.FAILED,
                    bad().with(factory, passed("a.ATest", "good")).because(reason).build())));
    assertThat(summary.tests()).isEqualTo(2);
    assertThat(summary.failures()).isEqualTo(1);
    assertThat(summary.errors()).isZero();
  }

  private static RunSummary redRun() {
    String cart = "com.shop.CartTest";
    String stock = "com.shop.StockTest";
    return RunSummary.of(
        junit(TasksetStatus.FAILED),
        List.of(
            task(
                cart,
                TaskStatus.FAILED,
                bad()
                    .with(
                        passed(cart, "adds"),
                        failed(
                            cart + "$Checkout",
                            "appliesVoucher(String)[2]",
                            "expected: 9.99\nbut was: 12.49"),
                        skipped(cart, "ships", "is @Disabled"))
                    .taking(2_100)
                    .build(),
                bad()
                    .with(
                        passed(cart, "adds"),
                        failed(
                            cart + "$Checkout",
                            "appliesVoucher(String)[2]",
                            "expected: 9.99\nbut was: 12.49"),
                        skipped(cart, "ships", "is @Disabled"))
                    .taking(2_000)
                    .build()),
            task(
                "com.shop.ImportTest",
                TaskStatus.FAILED,
                bad()
                    .with(error("com.shop.ImportTest", "readsFile", "prices.csv (no such file)"))
                    .taking(1_600)
                    .build()),
            task(
                "com.shop.MemoryTest",
                TaskStatus.FAILED,
                trial(TrialVerdict.BAD, TrialStatus.ERROR)
                    .because("the slave's JVM ended with exit code 137 (killed)")
                    .taking(78_000)
                    .build()),
            task(
                stock,
                TaskStatus.PASSED,
                trial(TrialVerdict.LOST, TrialStatus.ERROR).build(),
                bad()
                    .with(failed(stock, "reservesOnce", "expected: 1\nbut was: 2"))
                    .taking(320)
                    .build(),
                good()
                    .with(passed(stock, "reservesOnce"), passed(stock, "releases"))
                    .taking(310)
                    .build())));
  }

  private static String golden(String name) {
    try (InputStream in = SummaryTableTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRedRunSaysWhatFailedAndHowToGoOn() {
    String table = SummaryTable.render(redRun(), Style.plain(), AGAIN);

    assertThat(table).isEqualTo(golden("red-run.txt"));
    assertThat(table.lines()).allMatch(line -> PlainText.width(line) <= 100);
  }

  @Test
  void withoutUnicodeThereIsNothingButAscii() {
    String table = SummaryTable.render(redRun(), new Style(80, false, false), AGAIN);

    assertThat(table).isEqualTo(golden("red-run-ascii.txt"));
    assertThat(table).isASCII();
    assertThat(table.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void coloursChangeNothingButColours() {
    String table = SummaryTable.render(redRun(), new Style(100, true, true), AGAIN);

    assertThat(table).contains("\u001b[31m");
    assertThat(table.replaceAll("\u001b\\[\\d+m", "").replaceAll("(?m) +$", ""))
        .isEqualTo(golden("red-run.txt"));
  }

  @Test
  void aGreenRunIsShortAndOffersNoRerun() {
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.SUCCEEDED),
            List.of(
                task("a.ATest", TaskStatus.PASSED, good().with(passed("a.ATest", "x")).build())));

    assertThat(SummaryTable.render(summary, Style.plain(), AGAIN))
        .isEqualTo(golden("green-run.txt"));
  }

  @Test
  void aRunThatNeverBeganSaysWhy() {
    RunSummary summary =
        RunSummary.of(
            taskset(TasksetStatus.FAILED, Runner.JUNIT, "set-up failed on every worker"),
            List.of(task("a.ATest", TaskStatus.UNDECIDED)));

    assertThat(SummaryTable.render(summary, Style.plain()))
        .contains(" FAILED    1 error, 0 passed  of 1 test\n")
        .contains(" Reason    set-up failed on every worker\n")
        .contains(" Classes   0 of 1 finished\n");
  }

  @Test
  void aRunThatGoesOnCountsWhatIsDecided() {
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.RUNNING),
            List.of(
                task("a.ATest", TaskStatus.PASSED, good().with(passed("a.ATest", "x")).build()),
                task("a.BTest", TaskStatus.UNDECIDED)));

    assertThat(SummaryTable.render(summary, Style.plain()))
        .contains(" RUNNING   1 passed  of 1 test so far\n")
        .contains(" Classes   1 of 2 finished\n");
  }

  @Test
  void whatTestsSayCannotSteerTheTerminal() {
    String name = "a.\u001b]0;title\u0007Test\u202e";
    RunSummary summary =
        RunSummary.of(
            taskset(TasksetStatus.FAILED, Runner.JUNIT, "\u001b[2J\n\u009b31m"),
            List.of(
                task(
                    name,
                    TaskStatus.FAILED,
                    bad().with(failed(name, "x\r\u001b[1A", "\u001b[2J\u0000\rline 2")).build(),
                    bad().with(failed(name, "x\r\u001b[1A", "\u001b[2J\u0000\rline 2")).build())));

    String table = SummaryTable.render(summary, Style.plain(), AGAIN);

    assertThat(table.codePoints())
        .noneMatch(c -> c != '\n' && (Character.isISOControl(c) || c == 0x202e));
    assertThat(table)
        .contains("a.\\x1b]0;title\\x07Test\\u202e › x \\x1b[1A")
        .contains("    line 2");
  }

  @Test
  void thousandsOfFailuresDoNotFloodTheScreen() {
    List<TaskRun> runs = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      String name = "a.T" + i + "Test";
      runs.add(
          task(
              name,
              TaskStatus.FAILED,
              bad().with(failed(name, "x", "line\n".repeat(5_000))).build()));
    }

    String table =
        SummaryTable.render(RunSummary.of(junit(TasksetStatus.FAILED), runs), Style.plain());

    assertThat(table)
        .contains("and 1,950 more\n")
        .contains("2,000 failed, 0 passed  of 2,000 tests");
    assertThat(table.lines().count()).isLessThan(1_000);
  }

  private static CaseResult locked(String className, int number, int step) {
    String type = "java.lang.IllegalStateException";
    String message = "order " + number + " is locked";
    String name = "test" + number;
    String frame = "\tat a.b.Step" + (char) ('A' + step) + ".run(Step.java:" + number + ")\n";
    String trace = type + ": " + message + "\n" + frame;
    return new CaseResult(className, name, Outcome.ERROR, number, message, type, trace);
  }

  /** Of each ten tests of a class nine fail for the first reason. */
  private static RunSummary lockedOrders(int classes) {
    List<TaskRun> runs = new ArrayList<>();
    for (int i = 0; i < classes; i++) {
      String name = "a.b.T" + i + "Test";
      CaseResult[] tests = new CaseResult[10];
      for (int test = 0; test < tests.length; test++) {
        tests[test] = locked(name, 10 * i + test, test == 7 ? 1 + i % 11 : 0);
      }
      runs.add(task(name, TaskStatus.FAILED, bad().with(tests).build()));
    }
    return RunSummary.of(junit(TasksetStatus.FAILED), runs);
  }

  @Test
  void testsThatFailedForTheSameReasonAreToldOnce() {
    RunSummary summary = lockedOrders(500);

    String table = SummaryTable.render(summary, new Style(60, false, true), "", "rrrspec-java run");

    assertThat(table)
        .contains("  1) a.b.T0Test › test0", "\n 12) a.b.")
        .doesNotContain("\n 13) ")
        .contains(
            """
                again: rrrspec-java run a.b.T0Test#test0
                and 4,499 more with this cause:
                  a.b.T0Test › test1
                  a.b.T0Test › test2
                  a.b.T0Test › test3
                  a.b.T0Test › test4
                  a.b.T0Test › test5
                  … and 4,494 more
            """
                .indent(1))
        .contains("5,000 errors, 0 passed  of 5,000 tests");
    assertThat(table.lines().count()).isLessThan(200);
    assertThat(
            SummaryTable.render(
                lockedOrders(2), new Style(60, false, true), "", "", PastHints.NONE, Detail.ALL))
        .contains("and 17 more with this cause:", "a.b.T1Test › test19")
        .doesNotContain("… and");
    assertThat(MarkdownSummary.render(summary))
        .contains(
            "| a.b.T0Test › test0<br>and 4,499 more with this cause:<br>a.b.T0Test › test1<br>",
            "<br>a.b.T0Test › test5<br>… | order 0 is locked |\n")
        .doesNotContain("| and ");
  }

  @Test
  void ofVeryManyCausesThoseWithMostFailuresAreTold() {
    List<TaskRun> runs = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String name = "a.T" + i + "Test";
      runs.add(task(name, TaskStatus.FAILED, bad().with(failed(name, "x", "no")).build()));
    }
    CaseResult[] tests = {locked("a.ZTest", 8, 0), locked("a.ZTest", 9, 0)};
    runs.add(task("a.ZTest", TaskStatus.FAILED, bad().with(tests).build()));
    RunSummary summary = RunSummary.of(junit(TasksetStatus.FAILED), runs);

    assertThat(SummaryTable.render(summary, Style.plain()))
        .contains("  1) a.ZTest › test8", "and 1 more with this cause:", " 50) ")
        .contains("   and 11 more\n")
        .doesNotContain(" 51) ");
    assertThat(MarkdownSummary.render(summary)).contains("| and 11 more | |\n");
  }

  @Test
  void whatFailedAroundTheTestsOfAGoodClassIsFlakyUnderTheNameOfTheClass() {
    CaseResult around =
        new CaseResult("a.ATest", "", Outcome.ERROR, 1, "no port", "java.io.IOException", null);
    RunSummary summary =
        RunSummary.of(
            junit(TasksetStatus.SUCCEEDED),
            List.of(
                task(
                    "a.ATest",
                    TaskStatus.PASSED,
                    bad().with(failed("a.ATest", "x", "red"), around).build(),
                    good().with(passed("a.ATest", "x"), passed("a.ATest", "y")).build())));

    assertThat(summary.flaky())
        .extracting(RunSummary.Flaky::className, RunSummary.Flaky::name, f -> f.first().message())
        .containsExactlyInAnyOrder(tuple("a.ATest", "x", "red"), tuple("a.ATest", "", "no port"));
    assertThat(SummaryTable.render(summary, Style.plain()))
        .contains(" ↻ a.ATest › x ", " ↻ a.ATest  ", "2 flaky")
        .doesNotContain("a.ATest › y");
    assertThat(MarkdownSummary.render(summary)).doesNotContain("a.ATest › y");
  }

  @Test
  void countsAreThoseOfTheTestsAndNotOfTheirTrials() {
    RunSummary summary = redRun();

    assertThat(summary.tests()).isEqualTo(7);
    assertThat(summary.passed()).isEqualTo(3);
    assertThat(summary.failures()).isEqualTo(1);
    assertThat(summary.errors()).isEqualTo(2);
    assertThat(summary.skipped()).isEqualTo(1);
    assertThat(summary.flaky()).hasSize(1);
    assertThat(summary.retried()).hasSize(2);
    assertThat(summary.lostTrials()).isEqualTo(1);
  }
}
