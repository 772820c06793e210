package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.START;
import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.history.ServedTimes.Served;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServedTimesTest extends ArchiveContract {
  private static final Instant END = START.plusSeconds(60);

  @Test
  void workersThatServedRunsSinceThenAreTold() {
    save("host1", START.plusMillis(10), START.plusSeconds(50));
    assertThat(times().since(END, 10))
        .containsExactly(
            new Served("rrrspec:worker:host1", START.plusMillis(10), START.plusSeconds(50)));
    assertThat(times().since(END.plusMillis(1), 10)).isEmpty();
  }

  @Test
  void aWorkerThatNeverLeftServedUntilTheEndAndOneThatNeverCameDidNot() {
    save("host1", START, null);
    save("host2", null, null);
    assertThat(times().since(START, 10))
        .containsExactly(new Served("rrrspec:worker:host1", START, END));
  }

  @Test
  void moreThanAskedForAreNotTold() {
    for (int i = 0; i < 5; i++) {
      save("host" + i, START, END);
    }
    assertThat(times().since(START, 3)).hasSize(3);
    assertThatThrownBy(() -> times().since(START, ServedTimes.MAX + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private ServedTimes times() {
    return new ServedTimes(database);
  }

  private void save(String host, @Nullable Instant from, @Nullable Instant to) {
    RunBuilder run = aRun().passed("com.foo.BarTest", 5);
    archive.saveFinished(run.taskset(), run.tasks());
    String worker = "rrrspec:worker:" + host;
    WorkerLog log =
        new WorkerLog(
            run.key() + ":worker_log:" + worker, worker, run.key(), from, null, null, to, "");
    archive.saveLogs(run.key(), "", List.of(), List.of(log), Collections.emptyIterator());
  }
}
