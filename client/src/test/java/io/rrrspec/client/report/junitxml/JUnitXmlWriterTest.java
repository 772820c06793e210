package io.rrrspec.client.report.junitxml;

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
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.client.report.Reports;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.source.BuildReports;
import io.rrrspec.client.source.BuildReports.Execution;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JUnitXmlWriterTest {
  private static final String FOO = "com.app.FooTest";
  private static final String FOO_XML = "TEST-com.app.FooTest.xml";

  @TempDir Path temp;
  private Path dir = Path.of("");
  private Reports reports = new Reports(dir);

  @BeforeEach
  void newDirectory() {
    dir = temp.resolve("reports");
    reports = new Reports(dir);
  }

  private void write(TasksetStatus status, TaskRun... runs) {
    new JUnitXmlWriter(dir).write(junit(status), List.of(runs));
  }

  private static BuildReports suffixes(Map<Execution, String> suffixes) {
    return new BuildReports(List.of(), suffixes);
  }

  @Test
  void aClassHasAFileForEachExecution() throws IOException {
    TaskRun first = task(FOO, TaskStatus.PASSED, good().with(passed(FOO, "works")).build());
    TaskRun second =
        task(FOO + "@it", TaskStatus.FAILED, bad().with(failed(FOO, "works", "no")).build());
    TaskRun third =
        task(FOO + "@named", TaskStatus.PASSED, good().with(passed(FOO, "works")).build());
    new JUnitXmlWriter(dir, suffixes(Map.of(new Execution("", "named"), "again")))
        .write(junit(TasksetStatus.FAILED), List.of(first, second, third));

    assertThat(Files.readString(dir.resolve(FOO_XML)))
        .contains("name=\"com.app.FooTest\"", "tests=\"1\"", "failures=\"0\"");
    assertThat(Files.readString(dir.resolve("TEST-com.app.FooTest-it.xml")))
        .contains("name=\"com.app.FooTest\"", "tests=\"1\"", "failures=\"1\"");
    // Surefire 3.5.3 writes its reportNameSuffix so.
    assertThat(Files.readString(dir.resolve("TEST-com.app.FooTest-again.xml")))
        .contains("name=\"com.app.FooTest(again)\"", "classname=\"com.app.FooTest(again)\"");
    RunSummary summary = RunSummary.of(junit(TasksetStatus.FAILED), List.of(first, second, third));
    assertThat(summary.tests()).isEqualTo(3);
    assertThat(summary.failed())
        .extracting(RunSummary.Failed::className)
        .containsExactly("com.app.FooTest@it");
  }

  @Test
  void aClassHasAFileWithItsCountsAndTests() {
    write(
        TasksetStatus.FAILED,
        task(
            FOO,
            TaskStatus.FAILED,
            bad()
                .with(
                    passed(FOO, "works"),
                    failed(FOO, "adds(int)[1]", "expected: <1>\nbut was: <2>"),
                    error(FOO, "reads", "no such file"),
                    skipped(FOO, "later", "is @Disabled"))
                .output("said\n", "warned\n")
                .taking(1_700)
                .build()));

    assertThat(reports.names()).containsExactly(FOO_XML);
    assertThat(reports.counts(FOO_XML)).isEqualTo("4 1 1 1");
    assertThat(reports.find(FOO_XML, "/testsuite/@name")).isEqualTo(FOO);
    assertThat(reports.find(FOO_XML, "/testsuite/@time")).isEqualTo("1.7");
    assertThat(reports.find(FOO_XML, "//testcase[1]/@time")).isEqualTo("0.011");
    assertThat(reports.find(FOO_XML, "//testcase[2]/@classname")).isEqualTo(FOO);
    assertThat(reports.find(FOO_XML, "//failure/@message"))
        .isEqualTo("expected: <1>\nbut was: <2>");
    assertThat(reports.find(FOO_XML, "//failure/@type"))
        .isEqualTo("org.opentest4j.AssertionFailedError");
    assertThat(reports.find(FOO_XML, "//failure")).contains("at app//com.app.FooTest.adds");
    assertThat(reports.find(FOO_XML, "//error/@message")).isEqualTo("no such file");
    assertThat(reports.find(FOO_XML, "//skipped/@message")).isEqualTo("is @Disabled");
    assertThat(reports.find(FOO_XML, "//testcase[2]/system-out")).isEqualTo("said\n");
    assertThat(reports.find(FOO_XML, "//testcase[2]/system-err")).isEqualTo("warned\n");
  }

  @Test
  void timesThatNobodyCanHaveMeasuredAreReported() {
    CaseResult ages =
        new CaseResult(FOO, "a", CaseResult.Outcome.FAILED, Long.MAX_VALUE, "x", "E", "");
    write(TasksetStatus.FAILED, task(FOO, TaskStatus.FAILED, bad().with(ages, ages, ages).build()));

    assertThat(reports.counts(FOO_XML)).startsWith("3 ");
  }

  @Test
  void aNameOfMegabytesIsCutInLinearTime() {
    String name = "com.app." + "ü".repeat(3_000_000);
    write(
        TasksetStatus.SUCCEEDED,
        task(name, TaskStatus.PASSED, good().with(passed(name, "a")).build()));

    assertThat(reports.names())
        .singleElement()
        .satisfies(file -> assertThat(file.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(256));
  }

  @Test
  void aNestedClassHasItsOwnFileAndThoseAroundItToo() {
    String deep = FOO + "$When$Then";
    write(
        TasksetStatus.SUCCEEDED,
        task(FOO, TaskStatus.PASSED, good().with(passed(deep, "a"), passed(deep, "b")).build()));

    assertThat(reports.names())
        .containsExactly(
            "TEST-com.app.FooTest$When$Then.xml", "TEST-com.app.FooTest$When.xml", FOO_XML);
    assertThat(reports.counts("TEST-com.app.FooTest$When$Then.xml")).isEqualTo("2 0 0 0");
    assertThat(reports.counts("TEST-com.app.FooTest$When.xml")).isEqualTo("0 0 0 0");
    assertThat(reports.find("TEST-com.app.FooTest$When.xml", "/*/@time")).isEqualTo("0.022");
    assertThat(reports.counts(FOO_XML)).isEqualTo("0 0 0 0");
  }

  @Test
  void aTestThatPassedOnTheSecondTrialIsFlakyAndCountsOnce() {
    write(
        TasksetStatus.SUCCEEDED,
        task(
            FOO,
            TaskStatus.PASSED,
            bad()
                .with(failed(FOO, "a", "once"), error(FOO, "b", "twice"))
                .output("first", "")
                .build(),
            good().with(passed(FOO, "a"), passed(FOO, "b")).build()));

    assertThat(reports.counts(FOO_XML)).isEqualTo("2 0 0 0");
    assertThat(reports.find(FOO_XML, "//testcase[@name='a']/flakyFailure/@message"))
        .isEqualTo("once");
    assertThat(reports.find(FOO_XML, "//testcase[@name='a']/flakyFailure/stackTrace"))
        .contains("FooTest.java:42");
    assertThat(reports.find(FOO_XML, "//flakyFailure/system-out")).isEqualTo("first");
    assertThat(reports.find(FOO_XML, "//testcase[@name='b']/flakyError/@message"))
        .isEqualTo("twice");
  }

  @Test
  void aTestThatFailedInAllTrialsHasItsFirstFailureAndTheReruns() {
    write(
        TasksetStatus.FAILED,
        task(
            FOO,
            TaskStatus.FAILED,
            bad().with(error(FOO, "a", "first"), passed(FOO, "b")).build(),
            bad().with(failed(FOO, "a", "second"), passed(FOO, "b")).build(),
            bad().with(error(FOO, "a", "third"), passed(FOO, "b")).build()));

    assertThat(reports.counts(FOO_XML)).isEqualTo("2 1 0 0");
    assertThat(reports.find(FOO_XML, "//error/@message")).isEqualTo("first");
    assertThat(reports.find(FOO_XML, "//rerunFailure/@message")).isEqualTo("second");
    assertThat(reports.find(FOO_XML, "//rerunError/@message")).isEqualTo("third");
  }

  @Test
  void aFailedTaskStaysRedEvenIfEveryTestPassedInSomeTrial() {
    write(
        TasksetStatus.FAILED,
        task(
            FOO,
            TaskStatus.FAILED,
            bad().with(failed(FOO, "a", "x"), passed(FOO, "b")).build(),
            bad().with(passed(FOO, "a"), failed(FOO, "b", "y")).build()));

    assertThat(reports.counts(FOO_XML)).isEqualTo("2 0 0 1");
    assertThat(reports.find(FOO_XML, "//testcase[@name='a']/flakyFailure/@message")).isEqualTo("x");
    assertThat(reports.find(FOO_XML, "//testcase[@name='b']/failure/@message")).isEqualTo("y");
  }

  @Test
  void whatFailedOutsideOfTestsAndWasOvercomeIsShownAtTheFirstTest() {
    write(
        TasksetStatus.SUCCEEDED,
        task(
            FOO,
            TaskStatus.PASSED,
            trial(TrialVerdict.BAD, TrialStatus.ERROR).because("the JVM was killed").build(),
            trial(TrialVerdict.BAD, TrialStatus.ERROR).with(error(FOO, "", "no database")).build(),
            good().with(passed(FOO, "a"), passed(FOO, "b")).build()));

    assertThat(reports.counts(FOO_XML)).isEqualTo("2 0 0 0");
    assertThat(reports.find(FOO_XML, "//testcase[@name='a']/flakyError[1]/@message"))
        .isEqualTo("com.app.FooTest: the JVM was killed");
    assertThat(reports.find(FOO_XML, "//testcase[@name='a']/flakyError[2]/@message"))
        .isEqualTo("com.app.FooTest: no database");
  }

  @Test
  void aTaskThatEndedBeforeAnyTestHasAnErrorThatSaysWhy() {
    write(
        TasksetStatus.FAILED,
        task(
            FOO,
            TaskStatus.FAILED,
            trial(TrialVerdict.BAD, TrialStatus.ERROR)
                .because("the slave's JVM ended with exit code 137")
                .output("", "Killed")
                .build()),
        task(
            "com.app.SlowTest",
            TaskStatus.FAILED,
            trial(TrialVerdict.BAD, TrialStatus.TIMEOUT)
                .with(passed("com.app.SlowTest", "quick"))
                .build()),
        task(
            "com.app.AwayTest",
            TaskStatus.FAILED,
            trial(TrialVerdict.LOST, TrialStatus.ERROR).build()),
        task(
            "spec/other.rb",
            TaskStatus.FAILED,
            trial(TrialVerdict.BAD, TrialStatus.FAILED).counting(3, 2).build()));

    assertThat(reports.counts(FOO_XML)).isEqualTo("1 1 0 0");
    assertThat(reports.find(FOO_XML, "//testcase/@classname")).isEqualTo(FOO);
    assertThat(reports.find(FOO_XML, "//testcase/@name"))
        .as("what stands for a class has its name: some readers drop what has none")
        .isEqualTo(FOO);
    assertThat(reports.find(FOO_XML, "//error/@message"))
        .isEqualTo("the slave's JVM ended with exit code 137");
    assertThat(reports.find(FOO_XML, "//system-err")).isEqualTo("Killed");
    assertThat(reports.counts("TEST-com.app.SlowTest.xml")).isEqualTo("2 1 0 0");
    assertThat(reports.find("TEST-com.app.SlowTest.xml", "//error/@message"))
        .isEqualTo("ran longer than its time-out");
    assertThat(reports.find("TEST-com.app.AwayTest.xml", "//error/@message"))
        .isEqualTo("failed without a result; 1 trial lost with the host or the connection");
    String other = reports.names().get(3);
    assertThat(reports.counts(other)).isEqualTo("5 0 0 2");
    assertThat(reports.find(other, "//failure/@message"))
        .isEqualTo("2 of its tests failed; its slave did not say which");
  }

  @Test
  void aTaskThatWasNotRunToItsEndIsRed() {
    new JUnitXmlWriter(dir)
        .write(
            taskset(TasksetStatus.FAILED, Runner.JUNIT, "set-up failed on w1"),
            List.of(
                task(FOO, TaskStatus.UNDECIDED),
                task(
                    "com.app.BarTest",
                    TaskStatus.UNDECIDED,
                    bad().with(failed("com.app.BarTest", "a", "x")).build())));

    assertThat(reports.find(FOO_XML, "//error/@message"))
        .isEqualTo("not run to its end; set-up failed on w1");
    assertThat(reports.counts("TEST-com.app.BarTest.xml"))
        .as("what failed before its retry was cut counts once")
        .isEqualTo("1 0 0 1");
  }

  @Test
  void thatARunWasCancelledIsSaidOnce() {
    new JUnitXmlWriter(dir)
        .write(
            taskset(TasksetStatus.CANCELLED, Runner.JUNIT, "cancelled"),
            List.of(task(FOO, TaskStatus.UNDECIDED)));
    assertThat(reports.find(FOO_XML, "//error/@message"))
        .isEqualTo("not run to its end: the run was cancelled");
  }

  @Test
  void testsBeforeTheDeathOfAJvmAreNotForgotten() {
    write(
        TasksetStatus.FAILED,
        task(
            FOO,
            TaskStatus.FAILED,
            bad().with(failed(FOO, "a", "x"), passed(FOO, "b")).build(),
            trial(TrialVerdict.BAD, TrialStatus.ERROR).because("System.exit(1)").build()));

    assertThat(reports.counts(FOO_XML)).isEqualTo("3 1 0 1");
    assertThat(reports.find(FOO_XML, "//testcase[@name='a']/failure/@message")).isEqualTo("x");
    assertThat(reports.find(FOO_XML, "//testcase[@name='" + FOO + "']/error/@message"))
        .isEqualTo("System.exit(1)");
  }

  @Test
  void lostAndSupersededTrialsAreNotReported() {
    write(
        TasksetStatus.SUCCEEDED,
        task(
            FOO,
            TaskStatus.PASSED,
            trial(TrialVerdict.LOST, TrialStatus.ERROR).with(failed(FOO, "a", "lost")).build(),
            good().with(passed(FOO, "a")).build(),
            trial(TrialVerdict.SUPERSEDED, TrialStatus.FAILED)
                .with(failed(FOO, "a", "late"))
                .build()));

    assertThat(reports.counts(FOO_XML)).isEqualTo("1 0 0 0");
    assertThat(reports.find(FOO_XML, "count(//testcase/*)")).isEqualTo("0");
  }

  @Test
  void whatFailedOutsideOfTestsStaysRedIfNoTestPassedLater() {
    write(
        TasksetStatus.FAILED,
        task(
            FOO,
            TaskStatus.FAILED,
            trial(TrialVerdict.BAD, TrialStatus.ERROR).with(error(FOO, "", "no database")).build(),
            bad().with(failed(FOO, "a", "x")).build()));

    assertThat(reports.counts(FOO_XML)).isEqualTo("2 1 0 1");
    assertThat(reports.find(FOO_XML, "//error/@message")).isEqualTo("no database");
    assertThat(reports.find(FOO_XML, "//failure/@message")).isEqualTo("x");
  }

  @Test
  void testsOfTheSameNameAreAllCounted() {
    write(
        TasksetStatus.SUCCEEDED,
        task(FOO, TaskStatus.PASSED, good().with(passed(FOO, "a"), passed(FOO, "a")).build()));

    assertThat(reports.counts(FOO_XML)).isEqualTo("2 0 0 0");
  }

  @Test
  void aCommandIsItsOwnOnlyTest() {
    String command = "make check/all > out; echo 'x'";
    new JUnitXmlWriter(dir)
        .write(
            taskset(TasksetStatus.FAILED, Runner.COMMAND, null),
            List.of(
                task("lint", TaskStatus.PASSED, good().output("fine", "").build()),
                task(command, TaskStatus.FAILED, bad().because("exit code 2").build())));

    assertThat(reports.counts("TEST-lint.xml")).isEqualTo("1 0 0 0");
    assertThat(reports.find("TEST-lint.xml", "//testcase/@name")).isEqualTo("lint");
    assertThat(reports.find("TEST-lint.xml", "//system-out")).isEqualTo("fine");
    String red = reports.names().get(1);
    assertThat(red).startsWith("TEST-make check_all _ out");
    assertThat(reports.find(red, "//testcase[@name = /testsuite/@name]/error/@message"))
        .isEqualTo("exit code 2");
  }

  @Test
  void aClassOfAModuleIsReportedBelowThatModule() {
    write(
        TasksetStatus.SUCCEEDED,
        task("core/api:" + FOO, TaskStatus.PASSED, good().with(passed(FOO, "a")).build()),
        task(
            "web/src/test/java/com/app/FooTest.java",
            TaskStatus.PASSED,
            good().with(passed(FOO, "a")).build()),
        task("../up:" + FOO, TaskStatus.PASSED, good().with(passed(FOO, "a")).build()));

    assertThat(reports.names())
        .containsExactly("__/up/" + FOO_XML, "core/api/" + FOO_XML, "web/" + FOO_XML);
  }

  @Test
  void executionsOfOneNameInTwoModulesHaveSuffixesOfTheirOwn() {
    new JUnitXmlWriter(dir, suffixes(Map.of(new Execution("core", "it"), "again")))
        .write(
            junit(TasksetStatus.SUCCEEDED),
            List.of(
                task("core:" + FOO + "@it", TaskStatus.PASSED, good().build()),
                task(
                    "core:com.app.BarTest@it",
                    TaskStatus.PASSED,
                    good().with(passed("com.app.BarTest", "a")).build()),
                task(
                    "web:com.app.BarTest@it",
                    TaskStatus.PASSED,
                    good().with(passed("com.app.BarTest", "a")).build())));
    assertThat(reports.names())
        .containsExactly("core/TEST-com.app.BarTest-again.xml", "web/TEST-com.app.BarTest-it.xml");
    assertThat(reports.find("core/TEST-com.app.BarTest-again.xml", "/testsuite/@name"))
        .isEqualTo("com.app.BarTest(again)");
  }

  @Test
  void reportsOfModulesThatAreNotRunThisTimeAreRemovedToo() throws IOException {
    Path core = Files.createDirectories(dir.resolve("core"));
    Path other = Files.createDirectories(dir.resolve("other"));
    Files.writeString(core.resolve(FOO_XML), "<testsuite/>");
    Files.writeString(other.resolve(FOO_XML), "<testsuite/>");
    BuildReports build = new BuildReports(List.of("core", "web", "gone"), Map.of());

    new JUnitXmlWriter(dir, build)
        .write(
            junit(TasksetStatus.SUCCEEDED),
            List.of(task("web:" + FOO, TaskStatus.PASSED, good().with(passed(FOO, "a")).build())));
    assertThat(reports.names()).containsExactly("other/" + FOO_XML, "web/" + FOO_XML);

    new JUnitXmlWriter(dir, build).prepare();
    // No module of the project is called so.
    assertThat(reports.names()).containsExactly("other/" + FOO_XML);
  }

  @Test
  void reportsOfAModuleThatIsGoneAreRemoved() throws IOException {
    write(
        TasksetStatus.SUCCEEDED,
        task("gone:" + FOO, TaskStatus.PASSED, good().with(passed(FOO, "a")).build()),
        task("core/api:" + FOO, TaskStatus.PASSED, good().with(passed(FOO, "a")).build()));
    Path gone = dir.resolve("gone/" + FOO_XML);
    assertThat(gone).exists();
    Path plan = Files.writeString(dir.resolve("gone/TEST-plan.xml"), "<plan/>");

    new JUnitXmlWriter(dir).prepare();
    assertThat(gone).doesNotExist();
    assertThat(plan).exists();

    Files.writeString(gone, "<testsuite/>");
    Path outside = Files.writeString(temp.resolve("TEST-outside.xml"), "<testsuite/>");
    Files.writeString(dir.resolve(".rrrspec-reports"), "gone\n..\nnowhere\n");
    write(
        TasksetStatus.SUCCEEDED,
        task("core/api:" + FOO, TaskStatus.PASSED, good().with(passed(FOO, "a")).build()));
    assertThat(gone).doesNotExist();
    assertThat(outside).exists();
    assertThat(dir.resolve(".rrrspec-reports")).hasContent("core/api");
  }

  @Test
  void inItsModulesOwnDirectoryAClassHasItsPlainName() {
    JUnitXmlWriter.asSurefire(dir, BuildReports.NONE)
        .write(
            junit(TasksetStatus.SUCCEEDED),
            List.of(
                task("core/api:" + FOO, TaskStatus.PASSED, good().with(passed(FOO, "a")).build())));
    assertThat(reports.names()).containsExactly(FOO_XML);
    assertThat(reports.find(FOO_XML, "concat(/*/@name, ' ', //testcase/@classname)"))
        .isEqualTo(FOO + " " + FOO);
  }

  @Test
  void anyTextGivesWellformedXmlAndNamesStayInTheDirectory() {
    String hostile = "\u0000\u001b[2J ]]> & <a b=\"'\"> \ud800 \udc00 \uffff \ud83d\ude00 \t\r\n é";
    String name = "../../x" + hostile;
    write(
        TasksetStatus.FAILED,
        task(
            name,
            TaskStatus.FAILED,
            bad()
                .with(failed(name, name, hostile), failed(name, "b", hostile))
                .output(hostile, hostile)
                .build(),
            bad()
                .with(failed(name, name, hostile), skipped(name, "b", hostile))
                .output(hostile, hostile)
                .build()),
        task("n".repeat(5_000), TaskStatus.UNDECIDED));

    assertThat(reports.names()).hasSize(2);
    assertThat(temp.toFile().list()).containsExactly("reports");
    String file = reports.names().get(0);
    assertThat(file).startsWith("TEST-.._.._x");
    assertThat(reports.find(file, "//failure/@message"))
        .isEqualTo(
            "&#0;&#27;[2J ]]> & <a b=\"'\"> &#55296; &#56320; &#65535; \ud83d\ude00 \t\r\n é");
    assertThat(reports.find(file, "//testcase[1]/system-out"))
        .isEqualTo("&#0;&#27;[2J ]]> & <a b=\"'\"> &#55296; &#56320; &#65535; \ud83d\ude00 \t\n é");
  }

  @Test
  void reportsOfAnEarlierRunAreRemovedAndOtherFilesStay() throws IOException {
    Files.createDirectories(dir);
    Path old = Files.writeString(dir.resolve("TEST-com.app.GoneTest.xml"), "<testsuite/>");
    Path other = Files.writeString(dir.resolve("TEST-plan.xml"), "<plan/>");
    Path text = Files.writeString(dir.resolve("com.app.GoneTest.txt"), "text");

    new JUnitXmlWriter(dir).prepare();

    assertThat(old).doesNotExist();
    Files.writeString(old, "<testsuite/>");
    write(
        TasksetStatus.SUCCEEDED,
        task(FOO, TaskStatus.PASSED, good().with(passed(FOO, "a")).build()));
    assertThat(old).doesNotExist();
    assertThat(other).exists();
    assertThat(text).exists();
    assertThat(dir.resolve(FOO_XML)).exists();
  }

  @Test
  void inSurefiresOwnDirectoryReportsOfOtherClassesStay() throws IOException {
    Files.createDirectories(dir);
    Path other = Files.writeString(dir.resolve("TEST-com.app.OtherTest.xml"), "<testsuite/>");
    Path mine = Files.writeString(dir.resolve(FOO_XML), "<testsuite/>");

    JUnitXmlWriter.asSurefire(dir, BuildReports.NONE)
        .write(
            junit(TasksetStatus.SUCCEEDED),
            List.of(task(FOO, TaskStatus.PASSED, good().with(passed(FOO, "a")).build())));

    assertThat(other).hasContent("<testsuite/>");
    assertThat(mine).content().contains("name=\"a\"");
  }

  @Test
  void aClassThatHasNoTestAnyMoreLeavesWhatAnEarlierRunReportedOfIt() throws IOException {
    Files.createDirectories(dir);
    Path mine = Files.writeString(dir.resolve(FOO_XML), "<testsuite failures=\"1\"/>");

    JUnitXmlWriter.asSurefire(dir, BuildReports.NONE)
        .write(
            junit(TasksetStatus.SUCCEEDED), List.of(task(FOO, TaskStatus.PASSED, good().build())));

    assertThat(mine).doesNotExist();
  }

  @Test
  void aDirectoryThatCannotBeUsedIsNamedBeforeTheRun() throws IOException {
    Path file = Files.writeString(temp.resolve("file"), "");

    assertThatThrownBy(() -> new JUnitXmlWriter(file).prepare())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("option --junit-xml: cannot write to " + file);
  }
}
