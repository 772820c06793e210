package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Projects of every kind have in {@code run} the classes and counts that Surefire 3.5.3 prints for
 * them.
 */
class FixtureProjectsIT {
  @TempDir Path scratch;

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "junit4, example.CalculatorTest=3/1 example.ChildTest=1 example.TableTest=3",
    "junit3, 3",
    "testng, example.QueueTest=2/1 example.StackTest=4",
    "jupiter-5.8, JUPITER",
    "jupiter-5.14, JUPITER",
    "jupiter-6, JUPITER",
    "mixed, 3",
    "spock, 4",
    "jqwik, 2",
    "cucumber, 2",
    "arg-line, 7",
    "selection, 3",
  })
  void the_counts_are_those_of_Surefire(String project, String expected) throws Exception {
    RealRun run = new RealRun(scratch, project);
    RealRun.Result result = run.run();
    assertThat(result.code()).as(result.err() + result.out()).isZero();
    if (expected.matches("\\d+")) {
      assertThat(total(result.suites())).hasToString(expected);
    } else {
      assertThat(lines(result.suites())).isEqualTo(expected.replace("JUPITER", JUPITER));
    }
    assertThat(run.left()).isEmpty();
  }

  private static final String JUPITER =
      "example.CalculatorTest=7/1 example.CalculatorTest$WhenDividing=1 example.DynamicTests=4";

  @Test
  void aProjectSeesItsOwnOldLibrariesAndNotOurs() throws Exception {
    RealRun.Result result = new RealRun(scratch, "pinned-old-dependencies").run();
    assertThat(result.code()).as(result.err() + result.out()).isZero();
    assertThat(lines(result.suites()))
        .isEqualTo(
            Stream.of("Jackson", "Jedis", "Logback")
                .map(name -> "com.example.pinned." + name + "VersionTest=1")
                .collect(Collectors.joining(" ")));
    assertThat(result.suites().output())
        .contains(
            "redis.clients.jedis.Jedis comes from jedis-3.10.0.jar",
            "com.fasterxml.jackson.databind.ObjectMapper comes from jackson-databind-2.9.10.8.jar",
            "ch.qos.logback.classic.LoggerContext comes from logback-classic-1.2.13.jar");
  }

  private static String lines(Suites suites) {
    return suites.counts().entrySet().stream()
        .map(Object::toString)
        .collect(Collectors.joining(" "));
  }

  private static int total(Suites suites) {
    return suites.counts().values().stream()
        .mapToInt(count -> Integer.parseInt(count.replaceFirst("/.*", "")))
        .sum();
  }
}
