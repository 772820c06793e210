package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.process.Cgroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that end their JVM, fill it, hang, or leave things behind harm nobody but themselves. */
class NastyTestsIT {
  @TempDir Path scratch;

  @Test
  void eachFailsWithItsReasonAndTheOthersPass() throws Exception {
    RealRun run = new RealRun(scratch, "nasty");
    RealRun.Result result = run.run("--slaves", "2");

    assertThat(result.code()).as(result.err()).isEqualTo(1);
    String exit = "the JVM ended with exit code 0";
    Map<String, List<String>> failures = result.suites().failures();
    assertThat(
            failures.entrySet().stream()
                .collect(
                    Collectors.toMap(
                        Map.Entry::getKey, e -> String.join("\n", e.getValue()).strip())))
        .containsOnlyKeys(
            "example.BeforeAllTest",
            "example.EndlessTest",
            "example.ExitTest",
            "example.FullHeapTest",
            "example.HaltTest",
            "example.NotLoadingTest",
            "example.SleepyTest",
            "example.StaticInitializerTest")
        .containsEntry("example.BeforeAllTest", "java.lang.IllegalStateException no database")
        .containsEntry("example.EndlessTest", "took longer than 16 s and could not be interrupted")
        .containsEntry(
            "example.ExitTest",
            exit + ": System.exit was called at example.ExitTest.exits(ExitTest.java:8)")
        .containsEntry("example.HaltTest", exit + ", without System.exit: perhaps by Runtime.halt")
        .containsEntry("example.SleepyTest", "took longer than 6 s and was interrupted")
        .hasEntrySatisfying(
            "example.NotLoadingTest",
            reason -> assertThat(reason).contains("org.slf4j.helpers.BasicMarkerFactory"))
        .hasEntrySatisfying(
            "example.StaticInitializerTest",
            reason -> assertThat(reason).contains("ExceptionInInitializerError"))
        .hasEntrySatisfying(
            "example.FullHeapTest",
            reason -> assertThat(reason).containsAnyOf("out of memory", "OutOfMemoryError"));
    failures.forEach(
        (name, messages) -> assertThat(result.out()).contains(name.substring("example.".length())));
    assertThat(result.out()).contains("8 errors, 11 passed", "17, 8 of them failed");
    // An idle JVM of the launcher's archive aside, nothing runs any more, setsid or not.
    await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(run.left()).isEmpty());
    Cgroup group = Cgroup.create("nasty-tests-it." + UUID.randomUUID());
    if (group.exists()) {
      // Where there is none, what hides that well may be missed, as docs/operations.md says.
      group.kill();
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(() -> assertThat(run.hidden()).isEmpty());
    }
  }
}
