package io.rrrspec.experiments.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerLogsTest {
  private static final String LOG =
      """
      2026-11-21 17:27:28 fetches the sources
      2026-11-21 17:27:28 synced: 319 entries, 2 of them changed (14 kB), 0 deleted
      2026-11-21 17:27:28 set-up begins
      2026-11-21 17:27:29 OUT set-up begins to be slow
      2026-11-21 17:27:45 set-up has finished
      """;

  @Test
  void addsUpAllWorkers() {
    WorkerLogs logs = new WorkerLogs(List.of(LOG, LOG, "2026-11-21 17:27:28 fetches the sources"));

    assertThat(logs.syncedKb()).isEqualTo(28);
    assertThat(logs.setUps()).isEqualTo(2);
  }

  @Test
  void countsEachSyncOfOneWorker() {
    WorkerLogs logs = new WorkerLogs(List.of(LOG + LOG.replace("14 kB", "1 kB")));

    assertThat(logs.syncedKb()).isEqualTo(15);
  }
}
