package io.rrrspec.acceptance.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.acceptance.launcher.Launcher.Result;
import io.rrrspec.testing.Checkout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher of the distribution, which is built by now. */
class LauncherIT {
  private static final Path HOME = Checkout.distribution();
  private static final Path SCRIPT = HOME.resolve("bin/rrrspec-java");

  /** The JVM's archives of those who do not ask for them: to make one costs more than a test. */
  @TempDir static Path archives;

  @TempDir Path scratch;
  private Launcher launcher;

  @BeforeEach
  void executable() {
    assertThat(SCRIPT.toFile().setExecutable(true)).isTrue();
    launcher = new Launcher(scratch);
  }

  @Test
  void theVersionIsOneLineOnStdout() throws Exception {
    Result result = launcher.run(SCRIPT, "--version");
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).matches("rrrspec-java \\d+\\.\\d+\\.\\d+\\S*\n");
    assertThat(result.code()).isZero();
    archiveIsThere();
  }

  @Test
  void thePagesThatUnitsAndHelpNameAreThere() {
    assertThat(HOME.resolve("docs"))
        .isDirectoryContaining("glob:**/configuration.md")
        .isDirectoryContaining("glob:**/rrrspec.example.yml")
        .isDirectoryNotContaining("glob:**/images");
    assertThat(HOME.resolve("docs/systemd/rrrspec-server.service"))
        .content()
        .contains("Documentation=file:///opt/rrrspec-java/docs/operations.md");
    assertThat(HOME.resolve("docs/operations.md")).exists();
  }

  @Test
  void aNewArchiveReplacesThatOfAnEarlierBuild() throws Exception {
    launcher.run(SCRIPT, "--version");
    archiveIsThere();
    Path archive =
        Path.of(
            launcher.cached().stream().filter(name -> name.endsWith(".jsa")).findAny().orElse(""));
    Path old = Files.move(archive, archive.resolveSibling("quick-1.jsa"));
    launcher.run(SCRIPT, "--version");
    await().atMost(Duration.ofSeconds(60)).until(() -> Files.notExists(old));
    archiveIsThere();
    assertThat(archive).exists();
  }

  @Test
  void aDamagedArchiveSpoilsOneCommandAtMost() throws Exception {
    launcher.run(SCRIPT, "--version");
    archiveIsThere();
    Path archive =
        Path.of(
            launcher.cached().stream().filter(name -> name.endsWith(".jsa")).findAny().orElse(""));
    assertThat(archive.toFile().setWritable(true)).isTrue();
    try (FileChannel file = FileChannel.open(archive, StandardOpenOption.WRITE)) {
      file.truncate(file.size() / 2);
    }
    launcher.run(SCRIPT, "--version");
    Result result = launcher.run(SCRIPT, "--version");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    archiveIsThere();
  }

  @Test
  void theArchiveIsUsedAndSaysNothing() throws Exception {
    launcher.run(SCRIPT, "run", "--help");
    archiveIsThere();
    launcher.set("RRRSPEC_JAVA_OPTS", "-Xlog:class+load:file=" + scratch.resolve("classes.log"));
    Result result = launcher.run(SCRIPT, "run", "--help");
    assertThat(result.err()).isEmpty();
    assertThat(Files.readString(scratch.resolve("classes.log")))
        .containsPattern(
            "io.rrrspec.client.command.RunCommand source: shared objects file \\(top\\)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--vrsion        | unknown option '--vrsion': did you mean '--version'?",
        "runn            | unknown command 'runn': did you mean 'run'?",
        "run --slavs 2   | unknown option '--slavs': did you mean '--slaves'?",
        "web now         | unexpected argument 'now': 'rrrspec-java web --help' tells what it takes",
        "server --port 1 | unknown option '--port': 'rrrspec-java server --help' lists the options",
        "persister now   | unexpected argument 'now': 'rrrspec-java persister --help' tells what it takes",
        "client strat    | unknown command 'strat': did you mean 'start'?",
        "slave --help    | slave is started by run and by workers, for each JVM of tests; use run",
        "-c gone.yml run | -c: there is no file gone.yml: write the path of a YAML file with settings",
      })
  void wrong_use_is_one_line_on_stderr_and_2(String args, String message) throws Exception {
    shareArchives();
    Result result = launcher.run(SCRIPT, args.split(" "));
    assertThat(result).isEqualTo(new Result(2, "", "rrrspec-java: " + message + "\n"));
  }

  @Test
  void helpNamesTheDaemonsAndEachHasItsOwn() throws Exception {
    shareArchives();
    Result all = launcher.run(SCRIPT, "--help");
    assertThat(all.code()).isZero();
    for (String daemon : new String[] {"server", "persister"}) {
      assertThat(all.out()).containsPattern("(?m)^  " + daemon + " +[A-Z].*\\.$");
      Result own = launcher.run(SCRIPT, daemon, "--help");
      assertThat(own.code()).isZero();
      assertThat(own.err()).isEmpty();
      assertThat(own.out())
          .contains("--config=FILE", "RRRSPEC_REDIS")
          .containsPattern("Examples?:");
    }
    assertThat(all.out()).containsPattern("(?m)^  worker +[A-Z].*\\.$");
  }

  @Test
  void aDaemonThatCannotStartSaysSoInOneLine() throws Exception {
    shareArchives();
    launcher.set("RRRSPEC_REDIS", "redis://127.0.0.1:1");
    assertThat(launcher.run(SCRIPT, "server"))
        .isEqualTo(
            new Result(
                3,
                "",
                "rrrspec-java: no Redis answers at 127.0.0.1:1: start it, or correct `redis`\n"));
  }

  @Test
  void itWorksThroughLinksAndFromAnyDirectory() throws Exception {
    shareArchives();
    Path bin = Files.createDirectories(scratch.resolve("my bin"));
    Path absolute = Files.createSymbolicLink(bin.resolve("absolute"), SCRIPT);
    Path relative = Files.createSymbolicLink(bin.resolve("rrrspec-java"), Path.of("absolute"));
    assertThat(launcher.in(bin).run(absolute, "--version").code()).isZero();
    assertThat(launcher.in(Path.of("/")).run(relative, "--version").code()).isZero();
    // JUnit warns about links that lead out of the directory that it deletes.
    Files.delete(absolute);
    Files.delete(relative);
  }

  @Test
  void withoutJavaItSaysSoInOneLineAndEndsWith3() throws Exception {
    launcher.set("PATH", "").set("JAVA_HOME", "");
    assertThat(launcher.run(SCRIPT, "--version"))
        .isEqualTo(
            new Result(
                3,
                "",
                "rrrspec-java: no java on the PATH: install a JDK 17 or newer, or set JAVA_HOME\n"));
  }

  @Test
  void anOldJavaOrAWrongJAVAHOMEIsNamed() throws Exception {
    Path old = Files.createDirectories(scratch.resolve("jdk8"));
    launcher.set("JAVA_HOME", old.toString());
    assertThat(launcher.run(SCRIPT, "--version").err()).contains("has no bin/java").hasLineCount(1);
    FakeCheckout.script(old.resolve("bin/java"), "exit 1");
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"1.8.0_402\"\n");
    Result result = launcher.run(SCRIPT, "--version");
    assertThat(result.err()).contains("is Java 1.8.0_402: install a JDK 17").hasLineCount(1);
    assertThat(result.code()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "JAVA_TOOL_OPTIONS, -XX:+UseParallelGC, Parallel",
    "JDK_JAVA_OPTIONS, -Dx=1 -XX:+UseG1GC, G1",
    "JDK_JAVA_OPTIONS, @collector, Parallel",
    "_JAVA_OPTIONS, -XX:+UseZGC, Z",
    "RRRSPEC_JAVA_OPTS, -XX:+UseParallelGC, Parallel",
    "RRRSPEC_JAVA_OPTS, -Dx=1, Serial",
  })
  void aCollectorThatIsChosenElsewhereIsTheOnlyOne(String variable, String options, String used)
      throws Exception {
    shareArchives();
    Path chosen = scratch.resolve("chosen.log");
    Files.writeString(scratch.resolve("collector"), "-XX:+UseParallelGC\n");
    launcher.set(variable, options).in(scratch);
    String others = variable.equals("RRRSPEC_JAVA_OPTS") ? options + " " : "";
    launcher.set("RRRSPEC_JAVA_OPTS", others + "-Xlog:gc*:file=" + chosen);
    Result result = launcher.run(SCRIPT, "--help");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(Files.readString(chosen)).containsPattern("Using (The )?" + used);
  }

  /** "rest" is an array of the launcher's, and "skip" is never set to anything. */
  @Test
  void variablesThatAreNamedLikeThoseOfTheLauncherKeepTheirValues() throws Exception {
    String prints = "echo \"$config|$rest|$skip|$home\"";
    for (String name : List.of("config", "rest", "skip", "home")) {
      launcher.set(name, "theirs of " + name);
    }
    String theirs = "theirs of config|theirs of rest|theirs of skip|theirs of home\n";
    FakeCheckout.script(scratch.resolve(".rrrspec/slave.sh"), prints);
    assertThat(launcher.run(SCRIPT, "slave").out()).isEqualTo(theirs);

    Path java = scratch.resolve("jdk/bin/java");
    FakeCheckout.script(java, prints);
    Files.writeString(scratch.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    launcher.set("JAVA_HOME", scratch.resolve("jdk").toString());
    assertThat(launcher.run(SCRIPT, "--version").out()).isEqualTo(theirs);
    Files.delete(scratch.resolve(".rrrspec/slave.sh"));
    assertThat(launcher.run(SCRIPT, "slave").out()).isEqualTo(theirs);
  }

  /** By its mark a slave finds its tests' processes; under a worker of ours it has one already. */
  @Test
  void aSlaveThatNobodyHasMarkedGetsAMarkOfItsOwn() throws Exception {
    FakeCheckout.script(scratch.resolve(".rrrspec/slave.sh"), "echo \"mark $SLAVE_MARK\"");
    assertThat(launcher.run(SCRIPT, "slave").out()).matches("mark \\d+-\\d+\n");
    launcher.set("SLAVE_MARK", "of-a-test");
    assertThat(launcher.run(SCRIPT, "slave").out()).matches("mark of-a-test\\.\\d+-\\d+\n");
    launcher.set("RRRSPEC_SLAVE_FILE", "some-file");
    assertThat(launcher.run(SCRIPT, "slave").out()).isEqualTo("mark of-a-test\n");
  }

  private void shareArchives() {
    launcher.set("XDG_CACHE_HOME", archives.toString());
  }

  private void archiveIsThere() {
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> {
              assertThat(launcher.cached()).anyMatch(name -> name.endsWith(".jsa"));
              assertThat(launcher.cached()).noneMatch(name -> name.endsWith(".jsa.lock"));
            });
  }
}
