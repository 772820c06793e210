package io.rrrspec.experiments.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrongClockTest {
  @TempDir Path directory;

  private Path log(String... lines) throws Exception {
    Path log = Files.write(directory.resolve("worker.log"), java.util.List.of(lines));
    LocalDateTime written = LocalDateTime.of(2026, 1, 1, 12, 0, 0);
    Files.setLastModifiedTime(
        log, FileTime.from(written.atZone(ZoneId.systemDefault()).toInstant()));
    return log;
  }

  @Test
  void lastLineWithATimeTellsHowWrongAClockIs() throws Exception {
    assertThat(
            WrongClock.secondsAhead(
                log(
                    "2026-01-01 10:00:00.000 INFO  a",
                    "2026-01-01 11:00:00.000 INFO  b",
                    "\tat c")))
        .isEqualTo(-3_600);
    assertThat(WrongClock.secondsAhead(log("2026-01-01 12:00:00.000 INFO  a"))).isZero();
  }

  @Test
  void logWithoutATimeTellsNothing() throws Exception {
    Path log = log("no time");
    assertThatThrownBy(() -> WrongClock.secondsAhead(log)).isInstanceOf(ServiceException.class);
  }
}
