package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What JaCoCo reports after a run is what it reports after {@code mvn test}. */
class CoverageIT {
  @TempDir Path scratch;

  @Test
  void theReportIsThatOfMavenAlsoIfASlaveIsKilled() throws Exception {
    RealRun run = new RealRun(scratch, "covered");
    Path csv = run.project().resolve("target/site/jacoco/jacoco.csv");
    maven(run.project(), "test", "jacoco:report");
    List<String> expected = Files.readAllLines(csv);
    assertThat(expected).hasSize(2).last().asString().contains(",Prices,");
    Files.delete(run.project().resolve("target/jacoco.exec"));
    Files.delete(csv);

    Files.createFile(run.project().resolve("target/kill"));
    RealRun.Result result = run.run("--slaves", "2", "--max-trials", "2");
    assertThat(result.code()).as(result.err() + result.out()).isZero();
    assertThat(result.out()).contains("1 class retried");
    maven(run.project(), "jacoco:report");
    assertThat(Files.readAllLines(csv)).isEqualTo(expected);

    // As with Surefire, the next run adds to the file.
    RealRun.Result one = run.run("ReducedTest");
    assertThat(one.code()).as(one.err() + one.out()).isZero();
    maven(run.project(), "jacoco:report");
    assertThat(Files.readAllLines(csv)).isEqualTo(expected);

    // A damaged file costs nothing but what was in it.
    Path file = run.project().resolve("target/jacoco.exec");
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 20));
    RealRun.Result after = run.run();
    assertThat(after.code()).as(after.err() + after.out()).isZero();
    assertThat(after.err())
        .contains("target/jacoco.exec is cut off: it is now called jacoco.exec.damaged, ")
        .doesNotContain("Exception");
    assertThat(after.out()).isNotEmpty();
    maven(run.project(), "jacoco:report");
    assertThat(Files.readAllLines(csv)).isEqualTo(expected);
  }

  private static void maven(Path project, String... goals)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q"));
    command.addAll(List.of(goals));
    Process process =
        new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
