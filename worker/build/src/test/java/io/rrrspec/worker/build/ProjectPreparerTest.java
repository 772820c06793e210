package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectPreparerTest {
  @TempDir Path temp;

  @Tag("nightly")
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
  void aJunit4ProjectGetsTheVintageEngine() throws IOException {
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
  void aJunit3ProjectGetsAJunitThatTheVintageEngineAccepts() throws IOException {
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
  void aTestngProjectGetsTheTestngEngine() throws IOException {
    TestExecution execution = Fixture.copy("testng", temp).prepareOne();

    assertThat(execution.provider()).isEqualTo(TestProvider.TESTNG);
    assertThat(Fixture.jars(execution))
        .contains("testng-engine-1.0.5.jar", "testng-7.10.2.jar")
        .contains("junit-platform-launcher-1.14.4.jar");
  }

  @Test
  void anApiWithoutAnEngineGetsTheEnginesThatSurefireWouldAdd() throws IOException {
    TestExecution execution = Fixture.copy("mixed", temp).prepareOne();

    assertThat(execution.provider()).isEqualTo(TestProvider.JUNIT_PLATFORM);
    assertThat(Fixture.jars(execution))
        .contains("junit-jupiter-engine-5.10.3.jar", "junit-vintage-engine-5.10.3.jar")
        .contains("junit-platform-launcher-1.10.3.jar");
  }

  @Test
  void includesExcludesAndGroupsAreSurefires() throws IOException {
    TestExecution execution = Fixture.copy("selection", temp).prepareOne();

    assertThat(execution.classes())
        .containsExactly("example.FirstCheck", "example.OneThing", "example.sub.Deep");
    assertThat(execution.selection().groups()).isEqualTo("fast");
    assertThat(execution.selection().excludedGroups()).isEqualTo("flaky");
  }

  @Test
  void executionsThatStartTheirJvmsDifferentlyAreLaunchesOfTheirOwn() throws IOException {
    Fixture fixture = Fixture.copy("executions", temp);

    Project project = fixture.prepare();

    assertThat(project.launches()).extracting(Launch::name).containsExactly(".", ".@slow-tests");
    assertThat(fixture.dir().resolve(".rrrspec/launches/.@slow-tests.args"))
        .content()
        .contains("\"-Drrrspec.launch=.@slow-tests\"");
  }

  @Test
  void theExecutionsThatTheUserChoosesAreRunAndTheOthersAreNamed() throws IOException {
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
        .containsExactly("default-test: not run, as 'executions' leaves it out");
    assertThat(slow.executions().get(0).jvm().oneClass()).isTrue();

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
    return new PrepareSettings(List.of(execution), List.of(), List.of(), false);
  }

  @Test
  void aClassInSeveralExecutionsIsThereForEachThatMvnTestReaches() throws IOException {
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
  void skippedTestsAreNoTestsAndTheReasonIsNamed() throws IOException {
    Project project = Fixture.copy("skipped", temp).prepare();

    assertThat(project.classes()).isEmpty();
    assertThat(project.warnings())
        .containsExactly("default-test: skipTests is set, so nothing of it is run");
  }

  @Test
  void aProjectThatDoesNotCompileFailsWithTheLinesOfTheCompiler() throws IOException {
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
  void otherBuildToolsAreRefusedInOneLine() throws IOException {
    Fixture gradle = Fixture.copy("gradle", temp);

    assertThatThrownBy(gradle::prepare)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("Gradle builds are not supported yet");
    assertThatThrownBy(() -> new ProjectPreparer(PrepareSettings.NONE).prepare(temp, line -> {}))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no pom.xml");
  }
}
