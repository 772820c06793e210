package io.rrrspec.persister.record.save;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Texts of every kind and length. */
class StoredTextTest extends ArchiveContract {
  @Test
  void hostileTextIsStoredWithoutWhatNoColumnTakes() {
    String hostile = "nul \0 high \uD83D low \uDE00 pair \uD83D\uDE00 '\"\\;--%s ${x} :y";
    String clean = "nul \uFFFD high \uFFFD low \uFFFD pair \uD83D\uDE00 '\"\\;--%s ${x} :y";
    RunBuilder run = aRun().ofClass(hostile);
    CaseResult failed =
        new CaseResult(hostile, hostile, Outcome.FAILED, 1, hostile, hostile, hostile);
    Trial trial = run.trial(hostile, TrialVerdict.BAD, 5, failed);
    run.task(hostile, TaskStatus.FAILED, trial);
    archive.saveFinished(run.taskset(), run.tasks());
    Slave slave = new Slave(hostile, SlaveStatus.ALIVE, List.of(), hostile);
    archive.saveLogs(run.key(), hostile, List.of(slave), List.of(), Collections.emptyIterator());

    assertThat(reader.find(run.id()).orElseThrow().tasksetClass()).isEqualTo(clean);
    assertThat(reader.tasks(run.id()).get(0).specFile()).isEqualTo(clean);
    assertThat(reader.log(run.id())).startsWith("nul \0 high ? low ? pair \uD83D\uDE00");
    assertThat(history.failedLast(hostile)).containsExactly(clean);
    assertThat(count("failed_case")).isEqualTo(1);
  }

  @Test
  void commandLinesOfThousandsOfCharactersAreTasks() {
    String prefix = "echo " + "x".repeat(20_000);
    RunBuilder run = aRun().passed(prefix + "1", 5).passed(prefix + "2", 6).passed("A", 7);
    run.passed("a", 8).passed("a ", 9);
    archive.saveFinished(run.taskset(), run.tasks());
    assertThat(reader.tasks(run.id())).containsExactlyElementsOf(tasksOf(run));
    assertThat(reader.trials(run.id(), prefix + "2")).hasSize(1);
    assertThat(history.estimates("myclass")).hasSize(5);
  }

  @Test
  void textsOfMegabytesThatDoNotCompressAreKept() {
    byte[] noise = new byte[3 << 20];
    new Random(1).nextBytes(noise);
    String log = Base64.getEncoder().encodeToString(noise) + "é";
    RunBuilder run = aRun().passed("com.foo.BarTest", 5);
    archive.saveFinished(run.taskset(), run.tasks());
    archive.saveLogs(run.key(), log, List.of(), List.of(), Collections.emptyIterator());
    assertThat(reader.log(run.id()).getBytes(StandardCharsets.UTF_8))
        .isEqualTo(log.getBytes(StandardCharsets.UTF_8));
  }

  /** MariaDB takes packets of 16 MB by default. */
  @Test
  void ofALogThatIsTooLargeTheMiddleIsLeftOut() {
    byte[] noise = new byte[30 << 20];
    new Random(1).nextBytes(noise);
    String log = "first line\n" + Base64.getEncoder().encodeToString(noise) + "\nlast line";
    RunBuilder run = aRun().passed("com.foo.BarTest", 5);
    archive.saveFinished(run.taskset(), run.tasks());
    archive.saveLogs(run.key(), log, List.of(), List.of(), Collections.emptyIterator());
    assertThat(reader.log(run.id()))
        .startsWith("first line\n")
        .containsPattern("\\[\\.\\.\\. [0-9]+ characters left out: too long for the record")
        .endsWith("\nlast line")
        .hasSizeLessThan(8 << 20);
  }

  @Test
  void manyLongNamesAndReasonsAreNoPacketThatIsTooLarge() {
    RunBuilder run = aRun();
    for (int i = 0; i < 40; i++) {
      run.passed(i + "é".repeat(900_000), 5);
    }
    archive.saveFinished(run.taskset(), run.tasks());
    assertThat(count("task")).isEqualTo(40);
  }
}
