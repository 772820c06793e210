package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectPreparerTest {
  @TempDir Path temp;

  @ParameterizedTest
  @CsvSource({
    "jupiter-5.8, 1.8.2, example.CalculatorTest example.DynamicTests",
    "jupiter-6, 6.0.3, example.CalculatorTest example.DynamicTests",
    "spock, 1.9.0, example.MathSpec",
    "cucumber, 1.12.1, example.CucumberTest",
    "jqwik, 1.13.1, example.ListPropertiesTest",
  })
  void engines_of_the_project_get_the_launcher_of_their_version(
      String name, String platform, String classes) throws IOException {
    TestExecution execution = Fixture.copy(name, temp).prepareOne();

    assertThat(execution.provider()).isEqualTo(TestProvider.JUNIT_PLATFORM);
    assertThat(execution.classes()).containsExactly(classes.split(" "));
    assertThat(Fixture.jars(execution))
        .contains(
            "junit-platform-launcher-" + platform + ".jar",
            "junit-platform-engine-" + platform + ".jar");
  }

  @Test
  void a_junit_4_project_gets_the_vintage_engine() throws IOException {
    TestExecution execution = Fixture.copy("junit4", temp).prepareOne();

    assertThat(execution.provider()).isEqualTo(TestProvider.JUNIT4);
    assertThat(execution.selection().includedEngines()).containsExactly("junit-vintage");
    assertThat(execution.classes())
        .containsExactly(
            "example.CalculatorTest", "example.ChildTest", "example.TableTest", "example.TestData");
    assertThat(Fixture.jars(execution))
        .contains("junit-4.13.2.jar", "junit-vintage-engine-5.14.4.jar")
        .contains("junit-platform-launcher-1.14.4.jar");
  }

  @Test
  void a_junit_3_project_gets_a_junit_that_the_vintage_engine_accepts() throws IOException {
    Project project = Fixture.copy("junit3", temp).prepare();

    TestExecution execution = project.executions().get(0);
    assertThat(execution.provider()).isEqualTo(TestProvider.JUNIT3);
    assertThat(execution.classes()).containsExactly("example.MoneyTest", "example.PurseTestCase");
    assertThat(Fixture.jars(execution))
        .contains("junit-4.13.2.jar")
        .doesNotContain("junit-3.8.2.jar");
    assertThat(project.warnings()).anyMatch(line -> line.contains("junit 3.8.2 is replaced"));
  }

  @Test
  void a_testng_project_gets_the_testng_engine() throws IOException {
    TestExecution execution = Fixture.copy("testng", temp).prepareOne();

    assertThat(execution.provider()).isEqualTo(TestProvider.TESTNG);
    assertThat(Fixture.jars(execution))
        .contains("testng-engine-1.0.5.jar", "testng-7.10.2.jar")
        .contains("junit-platform-launcher-1.14.4.jar");
  }

  @Test
  void an_api_without_an_engine_gets_the_engines_that_surefire_would_add() throws IOException {
    TestExecution execution = Fixture.copy("mixed", temp).prepareOne();

    assertThat(execution.provider()).isEqualTo(TestProvider.JUNIT_PLATFORM);
    assertThat(Fixture.jars(execution))
        .contains("junit-jupiter-engine-5.10.3.jar", "junit-vintage-engine-5.10.3.jar")
        .contains("junit-platform-launcher-1.10.3.jar");
  }

  @Test
  void includes_excludes_and_groups_are_surefires() throws IOException {
    TestExecution execution = Fixture.copy("selection", temp).prepareOne();

    assertThat(execution.classes())
        .containsExactly("example.FirstCheck", "example.OneThing", "example.sub.Deep");
    assertThat(execution.selection().groups()).isEqualTo("fast");
    assertThat(execution.selection().excludedGroups()).isEqualTo("flaky");
  }

  @Test
  void executions_that_start_their_jvms_differently_are_refused() throws IOException {
    Fixture fixture = Fixture.copy("executions", temp);

    assertThatThrownBy(fixture::prepare)
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "slow-tests: system properties differs from default-test, and one run starts all its"
                + " JVMs alike: do two runs, with RRRSPEC_EXECUTIONS=default-test and with"
                + " RRRSPEC_EXECUTIONS=slow-tests");
    assertThat(fixture.dir().resolve(".rrrspec/project.json")).doesNotExist();
  }

  @Test
  void the_executions_that_the_user_chooses_are_run_and_the_others_are_named() throws IOException {
    Fixture fixture = Fixture.copy("executions", temp);

    Project quick = fixture.prepare(only("default-test"));
    assertThat(quick.tests()).hasToString("[example.QuickTest]");
    assertThat(quick.warnings())
        .containsExactly("slow-tests: not run, as 'executions' leaves it out");

    Project slow = fixture.prepare(only("slow-tests"));
    assertThat(fixture.progress())
        .last()
        .asString()
        .endsWith(": the setting executions has changed");
    assertThat(slow.tests()).hasToString("[example.VerySlowTest@slow-tests]");
    assertThat(slow.executions().get(0).jvm().systemProperties()).containsEntry("kind", "slow");
    assertThat(Files.readString(fixture.dir().resolve(".rrrspec/slave.args")))
        .contains("-Dkind=slow");
    assertThat(slow.warnings())
        .containsExactly(
            "default-test: not run, as 'executions' leaves it out",
            "slow-tests: reuseForks=false is not honoured: a JVM runs one class after the other");

    assertThatThrownBy(() -> fixture.prepare(only("slow-test")))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "executions: mvn test runs no execution 'slow-test' of Surefire: did you mean"
                + " 'slow-tests'?");
    assertThatThrownBy(() -> fixture.prepare(only("never-called")))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith(": it runs [default-test, slow-tests]");
  }

  private static PrepareSettings only(String execution) {
    return new PrepareSettings(List.of(execution), List.of(), List.of());
  }

  @Test
  void a_class_in_several_executions_is_there_for_each_that_mvn_test_reaches() throws IOException {
    Project project = Fixture.copy("executions-alike", temp).prepare();

    assertThat(project.tests())
        .hasToString(
            "[example.ModeTest@early, example.PlainTest@early, example.ModeTest,"
                + " example.PlainTest, example.ModeTest@second, example.PlainTest@filtered]");
    assertThat(project.warnings())
        .containsExactly("off: maven.test.skip is set, so nothing of it is run");
    assertThat(project.executions())
        .extracting(TestExecution::reportNameSuffix)
        .containsExactly("", "", "again", "");
    assertThat(project.executions())
        .extracting(execution -> execution.configurationParameters().getOrDefault("mode", ""))
        .containsExactly("", "one", "two", "");
  }

  @Test
  void skipped_tests_are_no_tests_and_the_reason_is_named() throws IOException {
    Project project = Fixture.copy("skipped", temp).prepare();

    assertThat(project.classes()).isEmpty();
    assertThat(project.warnings())
        .containsExactly("default-test: skipTests is set, so nothing of it is run");
  }

  @Test
  void a_project_that_does_not_compile_fails_with_the_lines_of_the_compiler() throws IOException {
    Fixture broken = Fixture.copy("broken", temp);

    assertThatThrownBy(broken::prepare)
        .isInstanceOfSatisfying(
            ServiceException.class,
            e -> {
              assertThat(e.getMessage()).startsWith("Maven could not build").hasLineCount(1);
              assertThat(e.output())
                  .contains("BrokenTest.java:[8,5] cannot find symbol")
                  .doesNotContain("Help 1");
              assertThat(e.output().lines().count()).isLessThan(8);
            });
  }

  @Test
  void a_project_of_several_modules_is_refused_and_one_of_them_works() throws IOException {
    Fixture root = Fixture.copy("modules", temp);

    assertThatThrownBy(root::prepare)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("rrrspec-java run --project api (modules: api, app)");
    assertThat(root.module("app").prepareOne().classes()).containsExactly("example.AppTest");
  }

  @Test
  void other_build_tools_are_refused_in_one_line() throws IOException {
    Fixture gradle = Fixture.copy("gradle", temp);

    assertThatThrownBy(gradle::prepare)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("Gradle builds are not supported yet");
    assertThatThrownBy(() -> new ProjectPreparer(PrepareSettings.NONE).prepare(temp, line -> {}))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no pom.xml");
  }
}
