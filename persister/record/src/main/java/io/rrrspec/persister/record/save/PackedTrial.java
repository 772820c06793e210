package io.rrrspec.persister.record.save;

import io.rrrspec.common.model.RanTests;
import io.rrrspec.common.model.Trial;
import io.rrrspec.persister.record.row.Blob;
import io.rrrspec.persister.record.row.Cases;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A trial as it goes into its row.
 *
 * @param trial the trial without its texts and tests
 * @param stdout its standard output, compressed
 * @param stderr its standard error, compressed
 * @param cases its tests, compressed
 * @param testsRan which of these ran, as {@link RanTests} has it; null: there are none
 */
record PackedTrial(Trial trial, Blob stdout, Blob stderr, Blob cases, @Nullable Long testsRan) {
  static PackedTrial of(Trial trial) {
    return new PackedTrial(
        new Trial(
            trial.key(),
            trial.taskKey(),
            trial.slaveKey(),
            trial.startedAt(),
            trial.finishedAt(),
            trial.status(),
            trial.verdict(),
            "",
            "",
            trial.passed(),
            trial.pending(),
            trial.failed(),
            List.of(),
            trial.reason(),
            trial.threadsLeft(),
            trial.processorTime(),
            trial.affinity(),
            trial.affinityStarted(),
            trial.classFiles(),
            trial.took()),
        Blob.ofText(trial.stdout()),
        Blob.ofText(trial.stderr()),
        Cases.pack(trial.cases()),
        trial.cases().isEmpty() ? null : RanTests.of(trial.cases()));
  }

  /** How many bytes of it go to the database, without what is small. */
  int bytes() {
    return stdout.size() + stderr.size() + cases.size();
  }
}
