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

class SettingsTest {
  @TempDir Path directory;
  private Sources sources;

  @BeforeEach
  void surroundings() throws IOException {
    sources = new Sources(directory);
  }

  @Test
  void everythingHasADefault() {
    Settings settings = sources.load();
    SharedSettings shared = SharedSettings.of(settings);
    assertThat(shared.redis()).hasToString("redis://127.0.0.1:6379");
    assertThat(shared.namespace()).isEqualTo("rrrspec");
    assertThat(List.of(shared.httpPort(), shared.webPort(), shared.commandPort()))
        .containsExactly(8380, 3000, 2691);
    assertThat(shared.bind()).isEqualTo("127.0.0.1");
    assertThat(shared.webBase()).hasToString("http://127.0.0.1:3000");
    assertThat(shared.databaseUrl())
        .startsWith("jdbc:h2:file:" + sources.home + "/.local/share/rrrspec-java/");

    WorkerSettings worker = WorkerSettings.of(settings);
    assertThat(worker.slaves())
        .isEqualTo(SlaveNumber.of(Runtime.getRuntime().availableProcessors()));
    assertThat(SafeName.isSafe(worker.name())).isTrue();
    assertThat(worker.type()).isEqualTo("default");
    assertThat(worker.slaveConfigFiles()).isEmpty();
    assertThat(worker.rsyncOptions()).as("the server's are used").isNull();

    ServerSettings server = ServerSettings.of(settings);
    assertThat(server.rsyncRemotePath()).isNull();
    assertThat(server.rsyncOptions()).contains("--recursive");
  }

  @Test
  void runHasLongerTimeOutsThanStart() {
    ClientSettings start = ClientSettings.forStart(sources.load());
    assertThat(start.unknownSpecTimeoutSec()).isEqualTo(300);
    assertThat(start.leastTimeoutSec()).isEqualTo(30);
    ClientSettings run = ClientSettings.forRun(sources.load(), sources.here);
    assertThat(run.unknownSpecTimeoutSec()).isEqualTo(3_600);
    assertThat(run.leastTimeoutSec()).isEqualTo(300);
    assertThat(run.maxTrials()).as("the build decides").isNull();
    assertThat(run.retryBudget(5)).as("never less than 20 by itself").isEqualTo(20);
    assertThat(run.retryBudget(5_000)).isEqualTo(500);
    assertThat(run.maxWorkers()).isEqualTo(10);
    assertThat(run.specFiles()).isEqualTo(new SpecFiles.Discovered());
  }

  @Test
  void namesTakenFromTheSurroundingsAreMadeSafe() {
    ClientSettings client = ClientSettings.forStart(sources.load());
    assertThat(client.rsyncName()).isEqualTo("jane-doe");
    assertThat(client.tasksetClass()).isEqualTo("my-project");
  }

  @Test
  void estimatesOfRunAndOfAFleetMayHaveOneName() throws IOException {
    sources.file("taskset_class: com.example:parking");
    assertThat(ClientSettings.forStart(sources.load()).tasksetClass())
        .isEqualTo("com.example:parking");
  }

  @Test
  void theCommandLineWinsOverTheEnvironmentAndThatOverTheFile() throws IOException {
    sources.file("max_workers: 3", "max_trials: 3", "worker_type: file", "max_retries_total: 0");
    sources.variable("RRRSPEC_MAX_WORKERS", "4").variable("RRRSPEC_MAX_TRIALS", "4");
    sources.option(SettingsTable.MAX_WORKERS, "5");
    ClientSettings client = ClientSettings.forStart(sources.load());
    assertThat(client.maxWorkers()).isEqualTo(5);
    assertThat(client.maxTrials()).isEqualTo(4);
    assertThat(client.retryBudget(5_000)).isZero();
    assertThat(client.workerType()).isEqualTo("file");
  }

  @Test
  void aFileNamedOnTheCommandLineWinsOverOneInTheEnvironment() throws IOException {
    sources.file("namespace: here", "max_trials: 2").homeFile("namespace: home", "max_trials: 3");
    Path one = Files.writeString(directory.resolve("one.yml"), "namespace: one");
    Path two = Files.writeString(directory.resolve("two.yml"), "namespace: two");
    sources.variable("RRRSPEC_CONFIG", one.toString());
    assertThat(sources.load().get(SettingsTable.NAMESPACE)).isEqualTo("one");
    assertThat(sources.load().find(SettingsTable.MAX_TRIALS)).as("it is alone").isNull();
    SettingsSources given = sources.sources();
    SettingsSources named =
        new SettingsSources(
            two, given.environment(), given.directory(), given.home(), "jane", Map.of());
    assertThat(Settings.load(named).get(SettingsTable.NAMESPACE)).isEqualTo("two");
  }

  @Test
  void listsMapsAndCommandsComeFromTheFile() throws IOException {
    sources.file(
        "spec_files:",
        "  - com.foo.**",
        "  - '*SlowTest'",
        "env:",
        "  LEVEL: 5",
        "  FLAG: true",
        "slave_config_files: [a.rb, b.rb]");
    Settings settings = sources.load();
    assertThat(settings.find(SettingsTable.SPEC_FILES))
        .isEqualTo(new SpecFiles.Listed(List.of("com.foo.**", "*SlowTest")));
    assertThat(settings.get(SettingsTable.ENV)).isEqualTo(Map.of("LEVEL", "5", "FLAG", "true"));
    assertThat(WorkerSettings.of(settings).slaveConfigFiles()).containsExactly("a.rb", "b.rb");
    sources.file("spec_files: {command: 'git ls-files'}");
    assertThat(sources.load().find(SettingsTable.SPEC_FILES))
        .isEqualTo(new SpecFiles.Printed("git ls-files"));
  }

  @Test
  void listsMapsAndCommandsComeFromTheEnvironment() {
    sources.variable("RRRSPEC_SPEC_FILES", "{command: ls}").variable("RRRSPEC_ENV", "A=1, B=x=y");
    assertThat(sources.load().find(SettingsTable.SPEC_FILES))
        .isEqualTo(new SpecFiles.Printed("ls"));
    assertThat(sources.load().get(SettingsTable.ENV)).isEqualTo(Map.of("A", "1", "B", "x=y"));
    sources.variable("RRRSPEC_SPEC_FILES", "ATest,BTest").variable("RRRSPEC_ENV", "{A: 1}");
    assertThat(sources.load().find(SettingsTable.SPEC_FILES))
        .isEqualTo(new SpecFiles.Listed(List.of("ATest", "BTest")));
    assertThat(sources.load().get(SettingsTable.ENV)).isEqualTo(Map.of("A", "1"));
  }

  @Test
  void pathsInAFileStartFromItsDirectoryAndATildeIsHome() throws IOException {
    sources.homeFile("packaging_dir: app", "working_dir: ~/work");
    Settings settings = sources.load();
    assertThat(settings.get(SettingsTable.PACKAGING_DIR)).isEqualTo(sources.home.resolve("app"));
    assertThat(WorkerSettings.of(settings).workingDir()).isEqualTo(sources.home.resolve("work"));
    sources.variable("RRRSPEC_PACKAGING_DIR", "app");
    assertThat(sources.load().get(SettingsTable.PACKAGING_DIR))
        .isEqualTo(sources.here.resolve("app"));
  }

  @Test
  void theVariablesThatAWorkerGivesToItsSlavesAreNotSettings() {
    sources.variable("RRRSPEC_WORKING_DIR", "/elsewhere").variable("RRRSPEC_TASKSET_KEY", "k");
    sources.variable("RRRSPEC_CONFIG_FILES", "a:b");
    assertThat(WorkerSettings.of(sources.load()).workingDir().toString())
        .isNotEqualTo("/elsewhere");
    sources.variable("RRRSPEC_WORKER_WORKING_DIR", "/here");
    assertThat(WorkerSettings.of(sources.load()).workingDir()).isEqualTo(Path.of("/here"));
  }

  @Test
  void aKeyWithNothingBehindItKeepsItsDefault() throws IOException {
    sources.file("---", "namespace:", "# nothing else");
    assertThat(SharedSettings.of(sources.load()).namespace()).isEqualTo("rrrspec");
    sources.file("# only a comment");
    assertThat(SharedSettings.of(sources.load()).namespace()).isEqualTo("rrrspec");
  }

  @Test
  void aTextThatIsNoPathIsRefusedWithItsName() {
    sources.variable("RRRSPEC_JOB_ROOTS", "/srv/a\0b");
    assertThatThrownBy(() -> ServerSettings.of(sources.load()))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("job_roots has '/srv/a");
    sources.variable("XDG_DATA_HOME", "/data\0");
    assertThatThrownBy(() -> sources.load().sources().dataDir())
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("environment variable XDG_DATA_HOME is '/data");
  }

  @Test
  void theDataDirectoryFollowsXDGIfThatIsAbsolute() {
    sources.variable("XDG_DATA_HOME", "/data");
    assertThat(sources.sources().dataDir()).isEqualTo(Path.of("/data/rrrspec-java"));
    sources.variable("XDG_DATA_HOME", "relative");
    assertThat(sources.sources().dataDir().startsWith(sources.home)).isTrue();
  }
}
