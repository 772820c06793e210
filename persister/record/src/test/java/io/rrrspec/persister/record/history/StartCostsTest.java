package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.PlacedJvm;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What past runs say about the starts of the JVMs of the next one. */
class StartCostsTest extends ArchiveContract {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private final List<Slave> slaves = new ArrayList<>();

  /** A JVM of the next run that is saved. */
  private StartCostsTest started(String launch, @Nullable Integer tookMs) {
    PlacedJvm jvm =
        new PlacedJvm(
            launch,
            0,
            START,
            tookMs == null ? null : START.plusMillis(tookMs),
            START.plusSeconds(9));
    slaves.add(slave(jvm));
    return this;
  }

  private Slave slave(@Nullable PlacedJvm jvm) {
    String key = Keys.slave("rrrspec:worker:w", Integer.toString(slaves.size()));
    return new Slave(key, SlaveStatus.NORMAL_EXIT, List.of(), "", jvm);
  }

  private void saved(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
    archive.saveLogs(run.key(), "", slaves, List.of(), Collections.emptyIterator());
    slaves.clear();
  }

  @Test
  void theCostOfALaunchIsTheMedianOfARun() {
    started("core", 900).started("core", 4_000).started("core", 1_000).started("app", 300);
    saved(aRun().passed("core:A", 10));

    assertThat(history.startCosts("myclass")).containsOnlyKeys("core", "app");
    assertThat(history.startCosts("myclass").get("core")).hasMillis(1_000);
    assertThat(history.startCosts("myclass").get("app")).hasMillis(300);
    assertThat(history.startCosts("other")).isEmpty();
  }

  @Test
  void oneRunThatTookLongerChangesNothingAndTwoInARowDo() {
    for (int i = 0; i < 5; i++) {
      started("core", 700).saved(aRun());
    }
    started("core", 9_000).saved(aRun());
    assertThat(history.startCosts("myclass").get("core")).hasMillis(700);

    started("core", 9_000).saved(aRun());
    assertThat(history.startCosts("myclass").get("core")).hasMillis(9_000);
  }

  @Test
  void aLaunchThatIsGoneIsForgottenWithTheRunsThatHadIt() {
    started("gone", 700).saved(aRun());
    for (int i = 1; i < Estimates.RUNS; i++) {
      started("core", 700).saved(aRun());
    }
    assertThat(history.startCosts("myclass")).containsOnlyKeys("gone", "core");

    started("core", 700).saved(aRun());
    assertThat(history.startCosts("myclass")).containsOnlyKeys("core");
  }

  @Test
  void aJvmThatTookNoTaskAndOneOfARunWithOneLaunchTellNothing() {
    started("core", null);
    slaves.add(slave(null));
    saved(aRun());

    assertThat(history.startCosts("myclass")).isEmpty();
  }

  @Test
  void runsOfSomeTestsTellNothing() {
    started("core", 700).saved(aRun());
    started("core", 50).saved(aRun().partial());

    assertThat(history.startCosts("myclass").get("core")).isEqualTo(Duration.ofMillis(700));
  }
}
