package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.EmbeddedRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes that run alone on their host: nothing runs, and no JVM starts, beside them. */
class IsolationIT {
  private static final int PLAIN = 12;

  @TempDir Path scratch;

  private RealRun run;
  private Path log;

  /** When a class ran, and when its JVM had begun; ms by the clock of the host. */
  private record Span(String name, long jvm, long from, long to) {
    static Span of(String line) {
      String[] words = line.split(" ");
      return new Span(
          words[0], Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
    }

    boolean isIsolated() {
      return name.startsWith("Alone");
    }
  }

  @BeforeEach
  void classesThatNoteWhenTheyRan() throws IOException {
    run = new RealRun(scratch, "ends");
    log = scratch.resolve("log");
    Path tests = run.project().resolve("src/test/java/example");
    try (Stream<Path> files = Files.list(tests)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    source("Measures", "@org.junit.jupiter.api.parallel.Isolated abstract class Measures {}");
    source(
        "Timing",
        "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)\n"
            + "@org.junit.jupiter.api.parallel.Isolated @interface Timing {}");
    test("AloneByAnnotationTest", "@org.junit.jupiter.api.parallel.Isolated", "", 700);
    test("AloneByParentTest", "", " extends Measures", 700);
    test("AloneByComposedTest", "@Timing", "", 700);
    test("AloneByNameTest", "", "", 700);
    for (int i = 0; i < PLAIN; i++) {
      test("Plain" + i + "Test", "", "", 300);
    }
    Files.writeString(run.project().resolve(".rrrspec.yml"), "isolated: ['*ByNameTest']\n");
  }

  private void test(String name, String annotation, String parent, int millis) throws IOException {
    source(
        name,
        """
        import java.nio.file.*;
        %s
        class %s%s {
          @org.junit.jupiter.api.Test
          void test() throws Exception {
            long jvm = ProcessHandle.current().info().startInstant().orElseThrow().toEpochMilli();
            long from = System.currentTimeMillis();
            Thread.sleep(%d);
            Files.writeString(Path.of("%s"), "%s " + jvm + " " + from + " "
                + System.currentTimeMillis() + "\\n",
                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
          }
        }
        """
            .formatted(annotation, name, parent, millis, log, name));
  }

  private void source(String name, String text) throws IOException {
    Files.writeString(
        run.project().resolve("src/test/java/example/" + name + ".java"),
        "package example;\n" + text);
  }

  private void assertIsolated() throws IOException {
    List<Span> spans = Files.readAllLines(log).stream().map(Span::of).toList();
    assertThat(spans).extracting(Span::name).hasSize(PLAIN + 4).doesNotHaveDuplicates();
    assertThat(spans.stream().filter(Span::isIsolated)).hasSize(4);
    for (Span alone : spans) {
      if (alone.isIsolated()) {
        assertThat(spans)
            .filteredOn(other -> !other.name().equals(alone.name()))
            .as(alone.name())
            .noneMatch(other -> other.from() < alone.to() && alone.from() < other.to())
            .noneMatch(other -> alone.from() < other.jvm() && other.jvm() < alone.to());
      }
    }
    // Else this would say nothing.
    assertThat(spans)
        .as("classes that ran beside others")
        .anyMatch(
            one ->
                spans.stream()
                    .anyMatch(
                        other ->
                            !other.name().equals(one.name())
                                && other.from() < one.to()
                                && one.from() < other.to()));
    Files.delete(log);
  }

  @Test
  void nothingRunsBesideIsolatedClassesOnOneMachine() throws Exception {
    for (List<String> options : List.of(List.<String>of(), List.of("--slaves", "4"))) {
      RealRun.Result result = run.run(options.toArray(new String[0]));

      assertThat(result.code()).as(result.err() + result.out()).isZero();
      assertIsolated();
    }
    assertThat(run.left()).isEmpty();
  }

  @Test
  void nothingRunsBesideThemOnAnyWorkerOfTheirHost() throws Exception {
    EmbeddedRedis redis = EmbeddedRedis.start(Files.createDirectory(scratch.resolve("redis")));
    List<Process> services = new ArrayList<>();
    try {
      Path settings =
          Files.writeString(
              scratch.resolve("fleet.yml"),
              "redis: "
                  + redis.url()
                  + "\nhttp_port: 0\ncommand_port: 0\nisolated: ['*ByNameTest']\nrsync_remote_path: "
                  + Files.createDirectory(scratch.resolve("sent"))
                  + "\n");
      RealRun fleet = run.beside(Files.createDirectory(scratch.resolve("fleet")));
      fleet.settings(settings);
      services.add(service("server"));
      for (String name : List.of("one", "two")) {
        services.add(
            service(
                "worker",
                "--name",
                name,
                "--slaves",
                "2",
                "--working-dir",
                scratch.resolve("work-" + name).toString()));
      }
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> fleet.command("client", "nodes").out().contains("two"));

      RealRun.Result result = fleet.command("client", "start", "--wait");

      assertThat(result.code()).as(result.err() + result.out()).isZero();
      assertIsolated();
    } finally {
      services.forEach(Process::destroy);
      for (Process service : services) {
        service.waitFor();
      }
      redis.close();
    }
  }

  private Process service(String... words) throws IOException {
    RealRun place = run.beside(Files.createTempDirectory(scratch, words[0]));
    place.settings(scratch.resolve("fleet.yml"));
    return place.startCommand(List.of(words));
  }
}
