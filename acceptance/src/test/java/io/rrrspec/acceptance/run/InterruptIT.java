package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However and whenever a run is ended, nothing of it goes on. */
class InterruptIT {
  private static final Pattern PAGE =
      Pattern.compile("watch it at (http://127\\.0\\.0\\.1:\\d+/runs/[0-9a-f-]+)");

  private static final Pattern PROGRESS = Pattern.compile("[0-9]/4, [0-9]+s");

  @TempDir Path scratch;

  @ParameterizedTest(name = "{0} during {1}")
  @CsvSource({
    "INT, Maven, 130",
    "TERM, tests, 143",
    "INT, tests, 130",
    "KILL, Maven, 137",
    "KILL, tests, 137",
  })
  void a_signal_ends_everything(String signal, String moment, int code) throws Exception {
    RealRun run = sleepyProject();
    Process process = run.start();
    awaitMoment(run, moment);

    signal(process, signal);

    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(code);
    await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(run.left()).isEmpty());
    if (!signal.equals("KILL")) {
      assertThat(runtimeDirectories(run)).isEmpty();
      assertThat(run.err()).doesNotContain("Exception", "unexpected");
    }
  }

  @Test
  void aRunThatTakesItsTimeSaysWhereItsPageIsAndThatEndsWithIt() throws Exception {
    RealRun run = sleepyProject();
    Process process = run.start();
    await().atMost(Duration.ofSeconds(60)).until(() -> pageOf(run).isPresent());
    URI page = pageOf(run).orElseThrow();

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> assertThat(get(page)).contains("example.SleepyTest", "1</strong> of 2 classes"));
    signal(process, "INT");

    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThatThrownBy(() -> get(page)).isInstanceOf(ConnectException.class);
    assertThat(run.err()).doesNotContain("Exception", "unexpected");
  }

  private static Optional<URI> pageOf(RealRun run) throws IOException {
    Matcher told = PAGE.matcher(run.err());
    return told.find() ? Optional.of(URI.create(told.group(1))) : Optional.empty();
  }

  private static String get(URI page) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void aSecondRunOfTheSameProjectIsNotDisturbedWhenTheFirstIsEnded() throws Exception {
    RealRun run = sleepyProject();
    Process first = run.start();
    awaitMoment(run, "tests");
    RealRun other = new RealRun(Files.createDirectory(scratch.resolve("other")), "junit4");
    Process second = other.start();
    await().atMost(Duration.ofSeconds(90)).until(() -> PROGRESS.matcher(other.err()).find());
    signal(first, "INT");
    assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).as(other.err()).isZero();
    assertThat(first.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  private RealRun sleepyProject() throws Exception {
    RealRun run = new RealRun(scratch, "nasty");
    File[] tests = run.project().resolve("src/test/java/example").toFile().listFiles();
    for (File test : tests == null ? new File[0] : tests) {
      if (!test.getName().matches("(Sleepy|Good1)Test.java")) {
        Files.delete(test.toPath());
      }
    }
    Files.writeString(run.project().resolve(".rrrspec.yml"), "unknown_spec_timeout_sec: 600\n");
    return run;
  }

  private static void awaitMoment(RealRun run, String moment) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                moment.equals("Maven")
                    ? run.left().stream().anyMatch(line -> line.contains("rrrspec.prepare.out"))
                    : run.err().contains("1/2"));
  }

  private static void signal(Process process, String signal) throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }

  private static String[] runtimeDirectories(RealRun run) {
    String[] names = run.data().toFile().list((dir, name) -> name.startsWith("run-"));
    return names == null ? new String[0] : names;
  }
}
