package io.rrrspec.experiments.bench;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;

import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.model.Runner;
import io.rrrspec.testing.Checkout;
import io.rrrspec.worker.build.ProjectPreparer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** From activation to the first JUnit test. */
final class FirstTest implements Measurement {
  private static final int WARM_RUNS = 3;
  private static final Path PROJECT = Checkout.project("jupiter-5.14");
  private static final String MARK = "target/first-test";
  private static final String TEST =
      """
      package example;

      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.time.Instant;
      import org.junit.jupiter.api.Test;

      class MarkTest {
        @Test
        void marks() throws Exception {
          Instant now = Instant.now();
          Files.writeString(Path.of("%s"), now.toString());
        }
      }
      """
          .formatted(MARK);

  @Override
  public String name() {
    return "junit";
  }

  @Override
  public String how() {
    return "As edges, with a prepared JUnit 5 project in the worker's workspace: the first of two"
        + " tests, one for each slave, writes the time at which it runs.";
  }

  @Override
  public List<Figure> measure(BenchRedis redis, Effort effort) throws Exception {
    List<Double> first = new ArrayList<>();
    try (RealCluster cluster = new RealCluster(redis, redis.url())) {
      prepare(cluster.workspace());
      for (int i = 0; i < effort.repeats() + WARM_RUNS; i++) {
        cluster.awaitIdle();
        RealCluster.Run run =
            cluster.run(
                aTaskset()
                    .runner(Runner.JUNIT)
                    .withTasks("example.MarkTest", "example.CalculatorTest"));
        Instant started = Instant.parse(Files.readString(cluster.workspace().resolve(MARK)));
        if (i >= WARM_RUNS) {
          first.add(Duration.between(run.activated(), started).toNanos() / 1e6);
        }
      }
    }
    return List.of(
        Figure.atMost(1_500, "activation → first `junit` test runs, warm worker", "ms", first));
  }

  private static void prepare(Path workspace) throws IOException {
    try (Stream<Path> tree = Files.walk(PROJECT)) {
      for (Path path : tree.toList()) {
        Path relative = PROJECT.relativize(path);
        if (!relative.toString().isEmpty()
            && !relative.startsWith("target")
            && !relative.startsWith(".rrrspec")) {
          Files.copy(path, workspace.resolve(relative.toString()));
        }
      }
    }
    Files.writeString(workspace.resolve("src/test/java/example/MarkTest.java"), TEST);
    new ProjectPreparer(PrepareSettings.NONE).prepare(workspace, line -> {});
  }
}
