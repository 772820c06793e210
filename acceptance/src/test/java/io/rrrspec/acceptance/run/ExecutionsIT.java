package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Projects with several executions of Surefire have in {@code run} the result that {@code mvn test}
 * has, and each class under the settings of each execution that selects it.
 */
class ExecutionsIT {
  @TempDir Path scratch;

  @Test
  void aClassRunsUnderTheFiltersOfItsOwnExecution() throws Exception {
    RealRun.Result result = new RealRun(scratch, "executions-tags").run();

    assertThat(result.code()).as(result.err() + result.out()).isEqualTo(1);
    assertThat(result.out())
        .contains(
            "example.BrokenIT@it › fails",
            "example.SharedTest@it › failsIntegrated",
            " FAILED    2 failed, 2 passed  of 4 tests",
            " Classes   4, 2 of them failed");
    assertThat(files())
        .containsExactly(
            "TEST-example.BrokenIT-it.xml",
            "TEST-example.PlainTest.xml",
            "TEST-example.SharedTest-it.xml",
            "TEST-example.SharedTest.xml");
  }

  @Test
  void whatFailedIsRunAgainUnderTheExecutionInWhichItFailed() throws Exception {
    RealRun run = new RealRun(scratch, "executions-tags");
    run.run("PlainTest", "SharedTest");
    RealRun.Result failed = run.run("--failed");

    assertThat(failed.code()).as(failed.err() + failed.out()).isEqualTo(1);
    assertThat(failed.out()).contains(" FAILED    1 failed, 0 passed  of 1 test\n");
    assertThat(files()).containsExactly("TEST-example.SharedTest-it.xml");
    RealRun.Result other = run.run("SharedTest@default-test");
    assertThat(other.code()).as(other.err() + other.out()).isZero();
    assertThat(files()).containsExactly("TEST-example.SharedTest.xml");
  }

  @Test
  void executionsDifferInTagsParametersAndNamesOfReports() throws Exception {
    RealRun.Result result = new RealRun(scratch, "executions-alike").run();

    assertThat(result.code()).as(result.err() + result.out()).isZero();
    assertThat(result.suites().output().toString())
        .contains("mode is one", "mode is two", "slow mode is two", "slow mode is none")
        .doesNotContain("mode is later", "slow mode is one");
    assertThat(result.out())
        .contains(
            " PASSED    5 passed  of 5 tests",
            " Classes   6\n",
            " No tests  2 classes, their filters leave no test: example.PlainTest@early,"
                + " example.PlainTest@filte…");
    assertThat(files())
        .contains(
            "TEST-example.ModeTest.xml",
            "TEST-example.ModeTest-early.xml",
            "TEST-example.ModeTest-again.xml");
    // As Surefire writes it.
    assertThat(result.suites().counts()).containsEntry("example.ModeTest(again)", "2");
  }

  @Test
  void executionsThatStartOtherJvmsHaveJvmsOfTheirOwn() throws Exception {
    RealRun run = new RealRun(scratch, "executions");
    RealRun.Result both = run.run();

    assertThat(both.code()).as(both.err() + both.out()).isZero();
    Files.writeString(run.project().resolve(".rrrspec.yml"), "executions: [slow-tests]\n");
    RealRun.Result slow = run.run();
    assertThat(slow.code()).as(slow.err() + slow.out()).isZero();
    assertThat(slow.err()).contains("default-test: not run, as 'executions' leaves it out");
    assertThat(files())
        .containsExactly(
            "TEST-example.VerySlowTest$InnerTest-slow-tests.xml",
            "TEST-example.VerySlowTest-slow-tests.xml");
  }

  @Tag("nightly")
  @Test
  void groupsAreCategoriesOfJunit4AndGroupsOfTestng() throws Exception {
    RealRun.Result junit4 = new RealRun(scratch, "executions-junit4").run();
    assertThat(junit4.code()).as(junit4.err() + junit4.out()).isZero();
    assertThat(junit4.out())
        .contains(
            " PASSED    9 passed  of 9 tests",
            " No tests  2 classes, their filters leave no test: example.GlacialTest@slow,"
                + " example.InheritedTest\n");

    RealRun run = new RealRun(scratch, "executions-testng");
    RealRun.Result testng = run.run();
    assertThat(testng.code()).as(testng.err() + testng.out()).isZero();
    assertThat(testng.out()).contains(" PASSED    4 passed  of 4 tests", " Classes   2\n");
    assertThat(testng.suites().output().toString())
        .contains("heard of plain")
        .doesNotContain("heard of slow");

    Files.writeString(
        run.project().resolve("src/test/java/example/SetUpTest.java"),
        """
        package example;

        import org.testng.annotations.BeforeMethod;
        import org.testng.annotations.Test;

        public class SetUpTest {
          @BeforeMethod
          public void setUp() {}

          @Test(groups = "slow")
          public void test() {}
        }
        """);
    RealRun.Result leftOut = run.run("SetUpTest@slow");
    assertThat(leftOut.code()).as(leftOut.err() + leftOut.out()).isEqualTo(1);
    assertThat(leftOut.out()).contains("TestNG would not call setUp");
  }

  private List<String> files() throws Exception {
    try (var dirs = Files.list(scratch)) {
      Path xml = dirs.filter(dir -> dir.toString().endsWith(".xml")).findFirst().orElseThrow();
      try (var files = Files.list(xml)) {
        return files.map(file -> file.getFileName().toString()).sorted().toList();
      }
    }
  }
}
