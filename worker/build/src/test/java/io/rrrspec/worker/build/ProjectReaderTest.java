package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of settings of Surefire, by what the extension writes down inside Maven. */
class ProjectReaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "dependenciesToScan; junit-platform; \"dependenciesToScan\": \"org.acme:tests\"",
        "suiteXmlFiles; testng; \"suiteXmlFiles\": {\"list\": [\"suite.xml\"], \"map\": {}}",
        "objectFactory; testng; \"objectFactory\": \"org.acme.Factory\"",
        "testrunfactory; testng; \"properties\": {\"testrunfactory\": \"org.acme.Runs\"}",
        "listener; junit4; \"properties\": {\"listener\": \"org.acme.Listener\"}",
        "groups; junit3; \"groups\": \"fast\"",
        "failIfNoTests; junit4; \"failIfNoTests\": \"true\"",
        "failIfNoTests; junit4; \"test\": \"NoTest\"",
      })
  void what_could_hide_a_failure_is_refused_unless_the_user_says_otherwise(
      String name, String provider, String parameters) throws IOException {
    assertThatThrownBy(() -> read(PrepareSettings.NONE, "3.5.3", provider, parameters))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("default-test: " + name)
        .hasMessageContaining("set 'ignore: [" + name + "]'")
        .message()
        .hasLineCount(1);

    assertThat(PrepareSettings.IGNORABLE).contains(name);
    Project project =
        read(
            new PrepareSettings(List.of(), List.of(name), List.of(), false),
            "3.5.3",
            provider,
            parameters);
    assertThat(project.executions()).hasSize(1);
    if (!name.equals("failIfNoTests")) {
      assertThat(project.warnings())
          .anyMatch(line -> line.contains(name) && line.contains("is not honoured"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "junit4; \"parallel\": \"classes\"; parallel=classes is not honoured",
        "junit4; \"forkCount\": \"0\"; forkCount=0 is not honoured",
        "junit4; \"testFailureIgnore\": \"true\"; testFailureIgnore=true is not honoured",
        "testng; \"properties\": {\"threadcount\": \"4\"}; properties/threadcount is not honoured",
        "junit-platform; \"properties\": {\"listener\": \"a.B\"}; properties/listener is not honoured",
      })
  void what_cannot_hide_a_failure_is_only_said(String provider, String parameters, String warning)
      throws IOException {
    assertThat(read(PrepareSettings.NONE, "3.5.3", provider, parameters).warnings())
        .anyMatch(line -> line.startsWith("default-test: " + warning));
  }

  @Test
  void aSuiteIsNotUsedWhereSomebodyNamesTests() throws IOException {
    String parameters =
        "\"suiteXmlFiles\": \"suite.xml\", \"test\": \"A\", \"failIfNoSpecifiedTests\": \"false\"";
    assertThat(read(PrepareSettings.NONE, "3.5.3", "testng", parameters).executions()).hasSize(1);
  }

  @Test
  void listenersOfTestngAreCalled() throws IOException {
    Project project =
        read(
            PrepareSettings.NONE,
            "3.5.3",
            "testng",
            "\"properties\": {\"listener\": \"a.One, a.Two\"}");
    assertThat(project.executions().get(0).configurationParameters())
        .containsEntry("testng.listeners", "a.One,a.Two");
    assertThat(project.warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "junit-platform, 3.5.3, 0, 3",
    "junit-platform, 3.0.0-M4, 0, 3",
    "junit-platform, 2.22.2, 0, 1",
    "junit4, 2.22.2, 0, 3",
    "junit3, 3.5.3, 0, 1",
    "testng, 3.5.3, 0, 1",
    "junit-platform, 3.5.3, 2, 1",
  })
  void a_test_is_tried_as_often_as_surefire_would_or_less(
      String provider, String version, int flakes, int trials) throws IOException {
    String parameters =
        "\"rerunFailingTestsCount\": \"2\", \"failOnFlakeCount\": \"" + flakes + "\"";
    Project project = read(PrepareSettings.NONE, version, provider, parameters);
    assertThat(project.executions().get(0).maxTrials()).isEqualTo(trials);
    assertThat(project.warnings().stream().anyMatch(line -> line.contains("max_trials")))
        .isEqualTo(trials == 1);
    PrepareSettings ignoring =
        new PrepareSettings(List.of(), List.of("failOnFlakeCount"), List.of(), false);
    if (flakes > 0) {
      assertThat(read(ignoring, version, provider, parameters).executions().get(0).maxTrials())
          .isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'\"surefire-junit4\", \"surefire-testng\"', true",
    "'\"surefire-junit-platform\"', true",
    "'\"surefire-junit-platform\", \"surefire-testng\"', false",
    "'\"org.acme:our-provider\"', false",
  })
  void a_provider_that_the_plugin_names_has_to_be_one_that_we_replace(
      String providers, boolean fine) throws IOException {
    Facts facts = facts("3.5.3", "testng", providers, "");
    if (fine) {
      assertThat(ProjectReader.read(facts, PrepareSettings.NONE, Path.of("/none")).executions())
          .hasSize(1);
    } else {
      assertThatThrownBy(() -> ProjectReader.read(facts, PrepareSettings.NONE, Path.of("/none")))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("set 'ignore: [provider]'");
    }
  }

  private static Project read(
      PrepareSettings settings, String version, String provider, String parameters)
      throws IOException {
    return ProjectReader.read(facts(version, provider, "", parameters), settings, Path.of("/none"));
  }

  private static Facts facts(String version, String provider, String providers, String parameters)
      throws IOException {
    JsonNode json =
        new JsonMapper()
            .readTree(
                """
                {"localRepository": "/none", "userProperties": {}, "modules": [
                  {"id": "g:a", "basedir": "/none", "buildDirectory": "/none/target", "built": true,
                   "classesDirectory": "/none/classes",
                   "executions": [{"id": "default-test", "version": "%s", "provider": "%s",
                     "providers": [%s], "classPath": ["/none/test-classes"], "java": "/none/java",
                     "parameters": {%s}}]}]}
                """
                    .formatted(version, provider, providers, parameters));
    return new Facts(json);
  }
}
