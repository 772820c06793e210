package io.rrrspec.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuildArgumentsTest {
  @TempDir Path directory;
  private Sources sources;

  @BeforeEach
  void surroundings() throws IOException {
    sources = new Sources(directory);
  }

  @Test
  void theFileHasAListOrOneText() throws IOException {
    sources.file("build_args: [-Dname=a b, '-Pci,fast', -o]");
    assertThat(arguments()).containsExactly("-Dname=a b", "-Pci,fast", "-o");
    sources.file("build_args: -Dname='a b'  -s \"my settings.xml\" -Dempty=");
    assertThat(arguments()).containsExactly("-Dname=a b", "-s", "my settings.xml", "-Dempty=");
    sources.file("build_args:");
    assertThat(arguments()).isEmpty();
  }

  @Test
  void whatStandsOnTheCommandLineComesBehindTheFile() throws IOException {
    sources.file("build_args: -Da=1 -Pci");
    Settings settings = sources.load();
    Settings both =
        Settings.load(
            BuildArguments.with(settings.sources(), settings, List.of("-Da=2", "-Db=x,y [z] 'q'")));
    assertThat(both.get(SettingsTable.BUILD_ARGS))
        .containsExactly("-Da=1", "-Pci", "-Da=2", "-Db=x,y [z] 'q'");
  }

  @Test
  void aWorkerReadsWhatItsClientHasRead() throws IOException {
    List<String> arguments = List.of("-Da=x,y \"z\"", "-Pci", "-Dline=a\nb");
    PrepareSettings client =
        new PrepareSettings(
            List.of(),
            List.of(),
            List.of(),
            false,
            arguments,
            BuildPhase.PACKAGE,
            true,
            11,
            List.of());
    client.variables().forEach(sources::variable);
    assertThat(PrepareSettings.of(sources.load())).isEqualTo(client);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "install | 'install' is no option of Maven: goals are not handed on",
        "*CartTest | '*CartTest' is no option of Maven",
        "-f | '-f' cannot be used: name the project with --project DIR",
        "--file=x | '--file=x' cannot be used: name the project",
        "-rf | '-rf' cannot be used: a run is of whole modules, which -pl names",
        "-pl | '-pl' has no value: write one behind it",
        "-N | '-N' cannot be used",
        "-fn | '-fn' cannot be used: a build that fails would look like one that succeeds",
        "-l | '-l' cannot be used: the errors of the build would not be shown",
        "-v | '-v' cannot be used: Maven would build nothing",
        "-foo | '-foo' is not known: write an option of Maven such as -Dname=value",
        "-s | '-s' has no value: write one behind it",
        "-DskipTests | '-DskipTests' cannot be used: no test would run",
        "-Dmaven.test.skip=true | '-Dmaven.test.skip=true' cannot be used",
        "-Dmaven.ext.class.path=x | cannot be used: rrrspec-java sets it itself",
      })
  void whatCannotBeHandedOnIsNamed(String argument, String message) throws IOException {
    Settings settings = sources.load();
    assertThatThrownBy(
            () -> BuildArguments.with(settings.sources(), settings, List.of("-o", argument)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("build argument '")
        .hasMessageContaining(message);
    sources.file("build_args: ['" + argument + "']");
    assertThatThrownBy(() -> sources.load())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("line 1: build_args has '")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-Dtest=CartTest           | -Dtest=CartTest | a PATTERN before --",
        "-Dgroups=fast             | -Dgroups=fast | --tag before --",
        "--define=excludedGroups=x | --define=excludedGroups=x | --exclude-tag before --",
        "-D groups=fast            | groups=fast | --tag before --",
        "-Dsurefire.excludes=x     | -Dsurefire.excludes=x | a PATTERN before --",
      })
  void what_chooses_tests_of_one_run_has_options_of_its_own(
      String arguments, String named, String instead) throws IOException {
    Settings settings = sources.load();
    assertThatThrownBy(
            () -> BuildArguments.with(settings.sources(), settings, List.of(arguments.split(" "))))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "build argument '%s' cannot be used: it chooses tests for one run; write %s, or set"
                + " 'build_args' if every run is to have it",
            named, instead);
    sources.file("build_args: " + arguments);
    assertThat(arguments()).isNotEmpty();
  }

  @Test
  void whatIsHarmlessIsHandedOn() throws IOException {
    List<String> arguments =
        List.of("-U", "-T1C", "-T", "2", "-D", "a=b", "--define", "c", "-DskipTests=false", "-ntp");
    Settings settings = sources.load();
    assertThat(
            Settings.load(BuildArguments.with(settings.sources(), settings, arguments))
                .get(SettingsTable.BUILD_ARGS))
        .isEqualTo(arguments);
    assertThat(BuildArguments.asksForUpdates(arguments)).isTrue();
  }

  @Test
  void filesAreTakenFromTheProject() {
    Path project = Path.of("/shop");
    List<String> arguments = List.of("-s", "ci.xml", "--toolchains=t.xml", "-gs", "/g.xml", "-o");
    assertThat(BuildArguments.in(project, arguments))
        .containsExactly("-s", "/shop/ci.xml", "--toolchains=/shop/t.xml", "-gs", "/g.xml", "-o");
    assertThat(BuildArguments.files(project, arguments))
        .containsExactly(Path.of("/shop/ci.xml"), Path.of("/shop/t.xml"), Path.of("/g.xml"));
  }

  private List<String> arguments() {
    return sources.load().get(SettingsTable.BUILD_ARGS);
  }
}
