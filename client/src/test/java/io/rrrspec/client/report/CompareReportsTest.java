package io.rrrspec.client.report;

import static io.rrrspec.client.report.Runs.bad;
import static io.rrrspec.client.report.Runs.failed;
import static io.rrrspec.client.report.Runs.good;
import static io.rrrspec.client.report.Runs.junit;
import static io.rrrspec.client.report.Runs.passed;
import static io.rrrspec.client.report.Runs.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.report.junitxml.JUnitXmlWriter;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the script as people do. */
class CompareReportsTest {
  private static final String FOO = "com.app.FooTest";

  @TempDir Path temp;
  private String said = "";

  private int compare(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Checkout.script("compare-reports").toString());
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor();
  }

  private String reports(String name, TaskRun... runs) {
    Path dir = temp.resolve(name);
    new JUnitXmlWriter(dir).write(junit(TasksetStatus.FAILED), List.of(runs));
    return dir.toString();
  }

  @Test
  void equalTestsAreNoDifferenceWhereverAndInWhateverOrder()
      throws IOException, InterruptedException {
    String a =
        reports(
            "a/core/target/surefire-reports",
            task(FOO, TaskStatus.PASSED, good().with(passed(FOO, "x"), passed(FOO, "y")).build()));
    assertThat(a).endsWith("surefire-reports");
    String b =
        reports(
            "b",
            task(
                "core:" + FOO,
                TaskStatus.PASSED,
                bad().with(failed(FOO, "y", "once")).output("noise", "").build(),
                good().with(passed(FOO, "y"), passed(FOO, "x")).taking(9_000).build()));

    assertThat(compare(temp.resolve("a").toString(), b)).as(said).isZero();
    assertThat(said).contains("1 file, 2 tests, 0 errors, 0 skipped, 0 failures");
  }

  @Test
  void eachDifferenceIsNamed() throws IOException, InterruptedException {
    String a =
        reports(
            "a",
            task(FOO, TaskStatus.PASSED, good().with(passed(FOO, "x"), passed(FOO, "y")).build()),
            task("com.app.BarTest", TaskStatus.UNDECIDED));
    String b =
        reports("b", task(FOO, TaskStatus.FAILED, bad().with(failed(FOO, "x", "m")).build()));
    Files.writeString(temp.resolve("b/TEST-com.app.CutTest.xml"), "<testsuite name=\"");

    assertThat(compare(a, b)).isEqualTo(1);
    assertThat(said)
        .contains("TEST-com.app.FooTest.xml: tests 2 in A, 1 in B\n")
        .contains("TEST-com.app.FooTest.xml: com.app.FooTest#x passed in A, failure in B\n")
        .contains("TEST-com.app.FooTest.xml: com.app.FooTest#y passed in A, missing in B\n")
        .contains("TEST-com.app.BarTest.xml: only in A\n")
        .contains("TEST-com.app.CutTest.xml: B cannot be read: ");
  }

  @Test
  void reportsThatTestNgWritesItselfAreNotRead() throws IOException, InterruptedException {
    TaskRun run = task(FOO, TaskStatus.PASSED, good().with(passed(FOO, "x")).build());
    String a = reports("a", run);
    reports("a/junitreports", run);

    assertThat(compare(a, reports("b", run))).as(said).isZero();
    assertThat(said).contains("A: 1 file, 1 tests,");
  }

  @Test
  void aFolderWithoutReportsIsWrongUseAndNotEqualToAnother()
      throws IOException, InterruptedException {
    String empty = Files.createDirectory(temp.resolve("empty")).toString();

    assertThat(compare(empty, empty)).isEqualTo(2);
    assertThat(said).contains(empty + " holds no TEST-*.xml");
  }
}
