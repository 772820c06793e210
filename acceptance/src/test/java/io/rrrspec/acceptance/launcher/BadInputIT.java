package io.rrrspec.acceptance.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.acceptance.launcher.Launcher.Result;
import io.rrrspec.testing.Checkout;
import io.rrrspec.testing.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person may get wrong: one line that names it, its exit code, and nothing left behind. */
class BadInputIT {
  private static final Path SCRIPT = Checkout.distribution().resolve("bin/rrrspec-java");
  private static final Path EXAMPLE = Checkout.doc("example/pom.xml");

  /** One for all: the JVM's shared archive is made once. */
  @TempDir static Path scratch;

  @TempDir Path here;
  private Launcher launcher;

  @BeforeEach
  void surroundings() throws IOException {
    assertThat(SCRIPT.toFile().setExecutable(true)).isTrue();
    launcher = new Launcher(scratch).in(here);
    Files.createDirectories(here.resolve("empty"));
    Files.createFile(here.resolve("file"));
    Files.createFile(Files.createDirectories(here.resolve("gradle")).resolve("build.gradle"));
  }

  @AfterEach
  void nothingIsLeftBehind() throws IOException {
    Path data = scratch.resolve("data/rrrspec-java");
    if (Files.exists(data)) {
      try (Stream<Path> files = Files.list(data)) {
        assertThat(files.map(file -> String.valueOf(file.getFileName())))
            .noneMatch(name -> name.startsWith("run-"));
      }
    }
    // The kernel may need a moment to take away what was killed. What makes an archive ends later.
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(CommandLines.exceptArchiveMakers())
                    .noneMatch(
                        line -> line.contains(data.toString()) || line.contains(here.toString())));
  }

  @AfterAll
  static void noArchiveIsBeingMade() {
    await()
        .atMost(Launcher.MAKES_ARCHIVE_FOR)
        .untilAsserted(
            () ->
                assertThat(new Launcher(scratch).cached())
                    .noneMatch(name -> name.endsWith(".jsa.lock")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run --slavs 2 | unknown option '--slavs': did you mean '--slaves'?",
        "run --slaves 0 | option --slaves is '0': write a whole number, 1 to 1,024, or auto",
        "run --slaves x | option --slaves is 'x': write a whole number, 1 to 1,024, or auto",
        "run --max-trials 1.5 | option --max-trials is '1.5': write a whole number, 1 to 100",
        "run --project gone | option --project: there is no directory gone: write one with a project",
        "run --project file | option --project: file is a file: write the directory that the pom.xml is"
            + " in",
        "prepare --project gone | option --project: there is no directory gone: write one with a project",
        "prepare --project file | option --project: file is a file: write the directory that the"
            + " pom.xml is in",
        "run --project empty | there is no pom.xml in HERE/empty: change to the directory of the project, or name it with --project (run) or packaging_dir (client start, flow run)",
        "prepare --project gradle | Gradle builds are not supported yet: give HERE/gradle a pom.xml"
            + " for Maven",
        "run --junit-xml file | option --junit-xml: file is a file: write a directory, existing or new",
        "run --html file | option --html: HERE/file is a file: write a directory, existing or new",
        "run --html file/html | option --html: cannot write to HERE/file/html (Not a directory): write"
            + " another directory",
        "run --junit-xml file/xml | option --junit-xml: cannot write to HERE/file/xml (Not a directory):"
            + " write another directory",
        "prepare -c gone.yml | -c: there is no file gone.yml: write the path of a YAML file with settings",
      })
  void wrong_use_is_2_and_named(String args, String message) throws Exception {
    expectUsage(launcher.run(SCRIPT, args.split(" ")), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redsi: embedded  | unknown key 'redsi': did you mean 'redis'?",
        "web_port: high   | web_port is 'high': write a port, 0 to 65,535",
        "max_workers: 0   | max_workers is '0': write a whole number, 1 to 10,000",
        "env: [           | this is not YAML",
      })
  void a_wrong_file_is_2_and_named_with_its_line(String line, String message) throws Exception {
    Path project = here.resolve("empty");
    Files.writeString(project.resolve(".rrrspec.yml"), "# ours\n" + line + "\n");
    Result result = launcher.run(SCRIPT, "run", "--project", "empty");
    assertThat(result.err()).startsWith("rrrspec-java: " + real(project)).hasLineCount(1);
    assertThat(result.err()).contains(" line ").contains(message);
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void aDataDirectoryThatCannotBeWrittenIs2() throws Exception {
    launcher.set("XDG_DATA_HOME", here.resolve("file").toString());
    expectUsage(
        launcher.run(SCRIPT, "run", "--project", "empty"),
        "cannot write to HERE/file/rrrspec-java: set XDG_DATA_HOME to a directory that can be"
            + " written");
  }

  @Test
  void withoutMavenItSaysWhatToInstall() throws Exception {
    Path project = project();
    Path tools = Files.createDirectories(here.resolve("tools"));
    for (String tool : List.of("bash", "cat", "setsid", "find", "stat", "cksum", "mkdir", "rm")) {
      Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
    }
    launcher.set("PATH", tools.toString()).set("MAVEN_HOME", "");
    launcher.set("JAVA_HOME", System.getProperty("java.home"));
    Result result = launcher.run(SCRIPT, "run", "--project", project.toString());
    // JUnit warns about links that lead out of the directory that it deletes.
    try (Stream<Path> links = Files.list(tools)) {
      for (Path link : links.toList()) {
        Files.delete(link);
      }
    }
    expectUsage(
        result,
        "no Maven found: put mvn into the PATH, set MAVEN_HOME, or give the project an mvnw");
  }

  @Test
  void onAJreThatCannotCompileAJdkIsAskedFor() throws Exception {
    Path project = project();
    // What Maven says there, from a stand-in, since a JRE cannot be had everywhere.
    FakeCheckout.script(
        project.resolve("mvnw"),
        "echo '[ERROR] No compiler is provided in this environment.'; exit 1");
    Result result = launcher.run(SCRIPT, "run", "--project", project.toString());
    assertThat(result.err())
        .endsWith(
            "rrrspec-java: Maven runs on a JRE, which cannot compile: install a JDK and set"
                + " JAVA_HOME to it\n");
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void aProjectThatDoesNotCompileIs3WithTheWordsOfMaven() throws Exception {
    Path project = project("class TypoTest { int x = \"a\"; }");
    Result result =
        launcher.run(SCRIPT, "run", "--project", project.toString(), "--junit-xml", "xml");
    assertThat(result.err())
        .containsPattern("\\[ERROR] .*TypoTest.java:\\[1,26] incompatible types")
        .doesNotContain("Help 1", "\tat ")
        .endsWith(
            "rrrspec-java: Maven could not build the project in "
                + real(project)
                + ": correct what Maven says above\n");
    assertThat(result.out()).isEmpty();
    assertThat(result.code()).isEqualTo(3);
    assertThat(here.resolve("xml")).isEmptyDirectory();
  }

  @Test
  void aProjectWithoutTestsIs2() throws Exception {
    Path project = project("class Helper { }");
    Result result = launcher.run(SCRIPT, "run", "--project", project.toString());
    assertThat(result.err()).contains("rrrspec-java: no tests found in " + real(project));
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void aClassThatDoesNotLoadIsRedAndHarmsNoOther() throws Exception {
    String green = "class GreenTest { @org.junit.jupiter.api.Test void a() { } }";
    String broken =
        "class BrokenTest { static final int X = Integer.parseInt(\"x\");"
            + " @org.junit.jupiter.api.Test void a() { } }";
    Path project = project(green, broken);
    String[] run = {"run", "--project", project.toString(), "--slaves", "1", "--max-trials", "1"};
    // The service's settings are not those of a run here.
    launcher.set("RRRSPEC_REDIS", "redis://127.0.0.1:1");

    Result result = launcher.run(SCRIPT, with(run, "--junit-xml", "xml"));
    assertThat(result.code()).as(result.err()).isEqualTo(1);
    assertThat(result.out()).contains("BrokenTest").contains("1 passed");
    assertThat(result.err()).doesNotContain("unexpected:");
    assertThat(here.resolve("xml/TEST-GreenTest.xml")).exists();
    assertThat(here.resolve("xml/TEST-BrokenTest.xml")).exists();

    Result pattern = launcher.run(SCRIPT, with(run, "GreenTset"));
    assertThat(pattern)
        .isEqualTo(
            new Result(
                2,
                "",
                "rrrspec-java: no test class matches 'GreenTset': the nearest is 'GreenTest'\n"));
    Result failed = launcher.run(SCRIPT, with(run, "--failed", "GreenTest"));
    assertThat(failed.err())
        .isEqualTo(
            "rrrspec-java: --failed: none of the classes that you ask for failed when it last ran"
                + " on this machine, but 1 other did: leave the pattern out\n");
    assertThat(failed.code()).isEqualTo(2);
  }

  private static String[] with(String[] args, String... more) {
    return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
  }

  private static Path real(Path path) throws IOException {
    return path.toRealPath();
  }

  private void expectUsage(Result result, String message) throws IOException {
    String line = "rrrspec-java: " + message.replace("HERE", real(here).toString()) + "\n";
    assertThat(result).isEqualTo(new Result(2, "", line));
  }

  /** A project with JUnit, and these classes in the default package. */
  private Path project(String... testClasses) throws IOException {
    Path project = Files.createDirectories(here.resolve("project"));
    Files.copy(EXAMPLE, project.resolve("pom.xml"));
    Path tests = Files.createDirectories(project.resolve("src/test/java"));
    for (String source : testClasses) {
      Files.writeString(tests.resolve(source.split(" ")[1] + ".java"), source);
    }
    return project;
  }
}
