package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.project.TestExecution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchScriptTest {
  /** Stands in for the slave: prints what it was given. */
  private static final String SLAVE =
      """
      package io.rrrspec.slave.shaded.slave;

      public class SlaveMain {
        public static void main(String[] args) {
          System.getProperties().forEach((k, v) -> System.out.println(k + " = " + v));
          System.getenv().forEach((k, v) -> System.out.println("env " + k + " = " + v));
          System.out.println("args " + java.util.Arrays.toString(args));
          boolean assertions = false;
          assert assertions = true;
          System.out.println("assertions " + assertions);
        }
      }
      """;

  @TempDir Path temp;

  @Test
  void theJvmGetsWhatSurefireWouldGiveIt() throws Exception {
    Fixture fixture = Fixture.copy("arg-line", temp);
    TestExecution execution = fixture.prepareOne();
    assertThat(execution.maxTrials()).isEqualTo(3);
    assertThat(execution.configurationParameters())
        .containsKey("junit.jupiter.displayname.generator.default");

    List<String> lines = run(fixture.dir());

    assertThat(lines)
        .contains(
            "with.space = a b",
            "quoted = say \"hi\" \\ 'there'",
            "fork = fork-3",
            "scratch = " + fixture.dir().resolve("target/scratch-3"),
            "basedir = " + fixture.dir(),
            "user.dir = " + fixture.dir().resolve("target/work dir"),
            "rrrspec.project = " + fixture.dir(),
            "env GREETING = it's a \"day\" $HOME",
            "env archive = theirs",
            "env fork_number = theirs",
            "env variables = theirs",
            "args [one, two words]",
            "assertions true")
        .noneMatch(line -> line.startsWith("env RRRSPEC_"))
        .noneMatch(line -> line.startsWith("env LS_COLORS"))
        // An archive that does not fit is left alone, and nothing is said of it among the output.
        .noneMatch(line -> line.contains("[cds") || line.contains("VM warning"));
    assertThat(execution.jvm().arguments()).first().asString().startsWith("-javaagent:");
  }

  @Test
  void whereTheProjectNamesACollectorThereIsNoSerialJvm() throws Exception {
    Fixture fixture = Fixture.copy("arg-line", temp);
    TestExecution unused = fixture.prepareOne();
    assertThat(scripts(fixture.dir())).containsExactly("..sh", ".~quick.sh", ".~serial.sh");
    assertThat(firstArguments(fixture.dir(), ".~serial.args"))
        .contains("\"-XX:+UseSerialGC\"")
        .doesNotContain("\"-XX:TieredStopAtLevel=1\"");

    Path pom = fixture.dir().resolve("pom.xml");
    Files.writeString(
        pom, Files.readString(pom).replace("-Xmx200m", "-Xmx200m -XX:+UseParallelGC"));
    TestExecution again = fixture.prepareOne();
    assertThat(again.jvm().arguments()).contains("-XX:+UseParallelGC");
    assertThat(scripts(fixture.dir())).containsExactly("..sh", ".~quick.sh");
    assertThat(firstArguments(fixture.dir(), ".~quick.args"))
        .contains("\"-XX:TieredStopAtLevel=1\"")
        .doesNotContain("\"-XX:+UseSerialGC\"");
  }

  private static List<String> scripts(Path project) throws IOException {
    try (Stream<Path> files = Files.list(project.resolve(".rrrspec/launches"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".sh"))
          .sorted()
          .toList();
    }
  }

  private static List<String> firstArguments(Path project, String file) throws IOException {
    return Files.readAllLines(project.resolve(".rrrspec/launches").resolve(file)).stream()
        .limit(4)
        .toList();
  }

  private List<String> run(Path project) throws IOException, InterruptedException {
    Path jar = compileSlave();
    ProcessBuilder builder =
        new ProcessBuilder(project.resolve(".rrrspec/slave.sh").toString(), "one", "two words")
            .redirectErrorStream(true);
    builder.environment().put("RRRSPEC_SLAVE_JAR", jar.toString());
    builder.environment().put("RRRSPEC_SLAVE_ARCHIVE", temp.resolve("gone.jsa").toString());
    builder.environment().put("RRRSPEC_TASKSET_KEY", "secret");
    builder.environment().put("LS_COLORS", "none");
    builder.environment().put("archive", "theirs");
    builder.environment().put("fork_number", "theirs");
    builder.environment().put("variables", "theirs");
    builder.environment().put("SLAVE_NUMBER", "2");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }

  private Path compileSlave() throws IOException, InterruptedException {
    Path source = temp.resolve("a slave's/SlaveMain.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, SLAVE);
    String javac = Path.of(System.getProperty("java.home"), "bin", "javac").toString();
    Path classes = temp.resolve("slave's classes");
    Process process =
        new ProcessBuilder(javac, "-d", classes.toString(), source.toString()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
    return classes;
  }
}
