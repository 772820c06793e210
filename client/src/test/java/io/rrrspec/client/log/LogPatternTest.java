package io.rrrspec.client.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** The log of the distribution. */
class LogPatternTest {
  @TempDir Path directory;

  private List<String> logged(Consumer<Logger> what) throws JoranException, IOException {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    context.putProperty("rrrspec.log.to", "FILE");
    Path file = directory.resolve("log");
    context.putProperty("rrrspec.log.file", file.toString());
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(Path.of("src/dist/logback.xml").toFile());
    what.accept(context.getLogger("io.rrrspec.server.Thing"));
    context.stop();
    return Files.readAllLines(file);
  }

  @Test
  void aMessageIsOneLineWhateverIsInIt() throws Exception {
    List<String> lines =
        logged(
            log ->
                log.warn(
                    "set aside: {}",
                    "a\n2026-01-01 00:00:00.000 ERROR forged\r\u001b[2J\u009b31m\u202e\u2028b"));
    assertThat(lines).singleElement().asString().matches(".* WARN .*Thing: set aside: .* b");
    assertThat(lines.get(0).chars())
        .noneMatch(c -> c < ' ' || (c >= 0x7f && c < 0xa0) || c == 0x202e);
  }

  @Test
  void aMessageOfMegabytesIsCut() throws Exception {
    assertThat(logged(log -> log.warn("it is {}", "x".repeat(10_000_000))))
        .singleElement()
        .satisfies(line -> assertThat(line).hasSizeBetween(1_000, 10_000));
  }

  @Test
  void aTraceHasItsLinesAndNothingThatMovesACursor() throws Exception {
    List<String> lines =
        logged(log -> log.warn("failed", new IllegalStateException("\u001b[2J\rgone")));
    assertThat(lines.get(0)).endsWith("failed");
    assertThat(lines.get(1)).startsWith("java.lang.IllegalStateException: ").endsWith("gone");
    assertThat(lines).filteredOn(line -> line.contains("at io.rrrspec")).hasSizeLessThan(20);
    assertThat(lines).hasSizeGreaterThan(3).noneMatch(line -> line.contains("\u001b"));
    assertThat(lines).filteredOn(line -> line.contains("IllegalStateException")).hasSize(1);
  }
}
