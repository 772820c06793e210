package io.rrrspec.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WorkerLogWriterTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();
  private static final String KEY = "test:taskset:1:worker_log:test:worker:w";

  private WorkerStore store;
  private WorkerLogWriter writer;

  @BeforeEach
  void open() {
    store = new WorkerStore(testRedis.connection(), testRedis.keys());
    writer =
        new WorkerLogWriter(
            store, KEY, InstantSource.fixed(Instant.parse("2026-01-02T03:04:05.678Z")));
  }

  private String log() {
    return store.findLog(KEY).log();
  }

  @Test
  void linesComeWithTheirTimeAndSoon() throws Exception {
    writer.accept("one");
    writer.accept("two\nthree");
    await().atMost(Duration.ofSeconds(10)).until(() -> log().contains("three"));

    assertThat(log())
        .isEqualTo("2026-01-02 03:04:05 one\n2026-01-02 03:04:05 two\n2026-01-02 03:04:05 three\n");
    writer.close();
  }

  @Test
  void manyLinesAreFewCommands() throws Exception {
    long before = appends();
    for (int n = 0; n < 6_400; n++) {
      writer.accept("line " + n);
    }
    writer.close();

    assertThat(log().lines()).hasSize(6_400);
    assertThat(appends() - before).isBetween(1L, 6_400L / 32);
  }

  private static long appends() {
    return testRedis
        .connection()
        .commands()
        .info("commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_append:"))
        .map(line -> Long.parseLong(line.replaceAll("cmdstat_append:calls=(\\d+).*", "$1")))
        .findFirst()
        .orElse(0L);
  }

  @Test
  void beginningAndEndOfWhatIsTooLongAreKept() throws Exception {
    String filler = "x".repeat(1_000);
    int lines = 4 * WorkerLogWriter.KEPT / filler.length();
    for (int n = 0; n < lines; n++) {
      writer.accept(n + " " + filler);
    }
    writer.close();

    String log = log();
    assertThat(log).contains(" 0 x").contains(" " + (lines - 1) + " x");
    assertThat(log).containsPattern(" … \\d+ lines left out …\n");
    assertThat(log).hasSizeLessThan(3 * WorkerLogWriter.KEPT);
  }
}
