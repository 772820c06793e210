package io.rrrspec.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergedFilesTest {
  @TempDir Path directory;
  private Sources sources;

  @BeforeEach
  void surroundings() throws IOException {
    sources = new Sources(directory);
    sources.homeFile(
        "redis: 'redis://:mine@redis.example.com'",
        "token: mine",
        "database_url: jdbc:postgresql://db/mine",
        "namespace: home",
        "slaves: 3",
        "max_trials: 3",
        "env: {PASSWORD: mine, LEVEL: 1}",
        "build_args: [-Dpassword=mine]");
  }

  @Test
  void aProjectThatSetsNoConnectionKeepsThoseOfTheUser() throws IOException {
    sources.file("max_trials: 2", "namespace: here", "env: {LEVEL: 2}", "slaves:");
    Settings settings = sources.load();
    SharedSettings shared = SharedSettings.of(settings);
    assertThat(shared.redis().toUrl()).startsWith("redis://:mine@redis.example.com");
    assertThat(shared.token()).isEqualTo("mine");
    assertThat(shared.databaseUrl()).isEqualTo("jdbc:postgresql://db/mine");
    assertThat(shared.namespace()).isEqualTo("here");
    assertThat(settings.find(SettingsTable.MAX_TRIALS)).isEqualTo(2);
    assertThat(settings.find(SettingsTable.SLAVES))
        .as("an empty key sets nothing")
        .isEqualTo(SlaveNumber.of(3));
    assertThat(settings.get(SettingsTable.ENV)).as("a map counts as a whole").hasSize(1);
    assertThat(settings.get(SettingsTable.BUILD_ARGS)).containsExactly("-Dpassword=mine");
  }

  @Test
  void theFileOfAProjectElsewhereTakesThePlaceOfTheOneHere() throws IOException {
    sources.file("max_trials: 2", "slaves: 2").variable("RRRSPEC_WORKER_WORKING_DIR", "here");
    Path project = Files.createDirectory(directory.resolve("project"));
    Files.writeString(project.resolve(".rrrspec.yml"), "max_trials: 5\npackaging_dir: there\n");
    Settings settings = Settings.load(sources.sources().inProject(Path.of("../project")));
    assertThat(settings.get(SettingsTable.MAX_TRIALS)).isEqualTo(5);
    assertThat(settings.find(SettingsTable.SLAVES)).as("the user's").isEqualTo(SlaveNumber.of(3));
    assertThat(settings.get(SettingsTable.PACKAGING_DIR)).isEqualTo(project.resolve("there"));
    assertThat(settings.find(SettingsTable.WORKING_DIR))
        .as("a variable is not in the file")
        .isEqualTo(sources.here.resolve("here"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis: redis://evil.example.com",
        "server_url: http://evil.example.com",
        "web_base: http://evil.example.com",
        "database_url: jdbc:postgresql://evil.example.com/x",
        "http_port: 6666",
        "bind: 0.0.0.0",
        "rsync_options: -e evil",
        "request_jobs: {j: {command: evil}}",
        "slave_config_files: [evil.rb]",
      })
  void aProjectThatSetsAConnectionGetsNothingThatIsTheUsersOwn(String line) throws IOException {
    sources.file(line);
    Settings settings = sources.load();
    for (Setting<?> setting : SettingsTable.all()) {
      if (setting.mergeRule() != MergeRule.EACH && !line.startsWith(setting.key() + ":")) {
        assertThat((Object) settings.find(setting)).as(setting.key()).isNull();
      }
    }
    assertThat(settings.find(SettingsTable.SLAVES))
        .as("the rest is merged")
        .isEqualTo(SlaveNumber.of(3));
    assertThat(settings.get(SettingsTable.NAMESPACE)).isEqualTo("home");
  }

  @Test
  void whatOpensAConnectionOrIsSecretIsMarkedAsThat() {
    List<ValueType<?>> addresses =
        List.of(ValueTypes.REDIS, ValueTypes.JDBC, ValueTypes.URL, ValueTypes.PORT);
    for (Setting<?> setting : SettingsTable.all()) {
      if (setting.secret() || addresses.contains(setting.type())) {
        assertThat(setting.mergeRule()).as(setting.key()).isEqualTo(MergeRule.CONNECTION);
      }
    }
  }

  @Test
  void theEnvironmentIsAboveBothFiles() throws IOException {
    sources.file("redis: redis://here").variable("RRRSPEC_REDIS", "redis://there");
    sources.variable("RRRSPEC_NAMESPACE", "there");
    Settings settings = sources.load();
    assertThat(settings.get(SettingsTable.REDIS)).hasToString("redis://there:6379");
    assertThat(settings.get(SettingsTable.NAMESPACE)).isEqualTo("there");
    assertThat(settings.find(SettingsTable.TOKEN)).as("not the user's").isNull();
  }

  @Test
  void aMessageAboutAValueSaysWhereItIsFrom() throws IOException {
    assertThat(sources.load().origin(SettingsTable.REDIS))
        .isEqualTo(" (from " + home() + " line 1)");
    sources.file("# ports", "http_port: 0");
    assertThat(sources.load().origin(SettingsTable.REDIS))
        .isEqualTo(
            " ("
                + home()
                + " line 1 is not used, because 'http_port' is set in the project's file)");
    assertThat(sources.load().origin(SettingsTable.HTTP_PORT))
        .isEqualTo(" (from " + sources.here.resolve(".rrrspec.yml") + " line 2)");
    assertThat(sources.load().origin(SettingsTable.QUEUE)).as("nobody gave it").isEmpty();
    assertThat(sources.load().originOrDefault(SettingsTable.QUEUE))
        .isEqualTo(" (the default; set 'queue' in ~/.rrrspec.yml, or the variable RRRSPEC_QUEUE)");
    assertThat(sources.load().originOrDefault(SettingsTable.REDIS))
        .isEqualTo(sources.load().origin(SettingsTable.REDIS));
    sources.variable("RRRSPEC_REDIS", "redis://there");
    assertThat(sources.load().origin(SettingsTable.REDIS)).isEmpty();
    assertThat(sources.load().originOrDefault(SettingsTable.REDIS)).as("it was given").isEmpty();
  }

  @Test
  void aMistakeInEitherFileNamesThatFile() throws IOException {
    sources.file("max_trials: 2").homeFile("max_trials: 3", "max_trails: 1");
    assertThatThrownBy(sources::load)
        .isInstanceOf(UsageException.class)
        .hasMessage(home() + " line 2: unknown key 'max_trails': did you mean 'max_trials'?");
    sources.homeFile("max_trials: 0");
    assertThatThrownBy(sources::load)
        .as("also where the project's value would win")
        .hasMessage(home() + " line 1: max_trials is '0': write a whole number, 1 to 100");
    sources.homeFile("max_trials: 1").file("max_trials: 0");
    assertThatThrownBy(sources::load)
        .hasMessageStartingWith(sources.here.resolve(".rrrspec.yml") + " line 1: max_trials is");
  }

  @Test
  void pathsStartFromTheFileThatTheyStandIn() throws IOException {
    sources.file("packaging_dir: app").homeFile("working_dir: work");
    Settings settings = sources.load();
    assertThat(settings.get(SettingsTable.PACKAGING_DIR)).isEqualTo(sources.here.resolve("app"));
    assertThat(settings.find(SettingsTable.WORKING_DIR)).isEqualTo(sources.home.resolve("work"));
  }

  @Test
  void inTheHomeDirectoryItsFileIsTheUsersAlsoByALink() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), sources.home);
    SettingsSources atHome =
        new SettingsSources(null, Map.of(), link, sources.home, "jane", Map.of());
    Settings settings = Settings.load(atHome);
    assertThat(settings.find(SettingsTable.TOKEN)).isEqualTo("mine");
    assertThat(settings.isOfProject(SettingsTable.TOKEN)).isFalse();
  }

  @Test
  void aDatabaseThatRunsProgramsIsRefused() throws IOException {
    sources.file("database_url: jdbc:h2:file:./history");
    assertThatThrownBy(sources::load)
        .hasMessageContaining(".rrrspec.yml line 1: database_url is one of H2, whose files may");
    sources.file("max_trials: 2").homeFile("database_url: jdbc:h2:file:./history");
    assertThat(sources.load().find(SettingsTable.DATABASE_URL)).contains("history");
    sources.homeFile("database_url: jdbc:h2:mem:x;init=RUNSCRIPT FROM 'evil'");
    assertThatThrownBy(sources::load)
        .hasMessage(
            home()
                + " line 1: database_url has 'INIT': leave it out, and run the statements yourself"
                + " once");
  }

  private Path home() {
    return sources.home.resolve(".rrrspec.yml");
  }
}
