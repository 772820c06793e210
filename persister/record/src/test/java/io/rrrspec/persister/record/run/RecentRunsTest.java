package io.rrrspec.persister.record.run;

import static io.rrrspec.persister.record.RunBuilder.START;
import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.run.SavedRun.Position;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of runs: filters, pages, places. */
class RecentRunsTest extends ArchiveContract {
  private RunBuilder save(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
    return run;
  }

  private RecentRuns recent() {
    return new RecentRuns(database);
  }

  private static List<String> keys(List<SavedRun> runs) {
    return runs.stream().map(run -> run.taskset().key()).toList();
  }

  private List<String> found(RunFilter filter) {
    assertThat(recent().page(filter, 1, 100).total()).isEqualTo(recent().count(filter));
    List<String> keys = keys(recent().page(filter, 1, 100).runs());
    assertThat(keys(recent().after(filter, null, 100))).isEqualTo(keys);
    assertThat(recent().count(filter)).isEqualTo(keys.size());
    return keys;
  }

  @Test
  void theRunThatEndedLastComesFirstAndPagesFollowEachOther() {
    List<String> newestFirst = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      // Two ended in the same moment; then the one that was saved last comes first.
      newestFirst.add(0, save(aRun().endedAt(START.plusSeconds(i / 2))).key());
    }
    // Saved late, ended early; and one of which nobody knows when it ended, but when it began.
    newestFirst.add(save(aRun().endedAt(START.minusSeconds(5))).key());
    newestFirst.add(5, save(aRun().endedAt(null)).key());
    assertThat(found(RunFilter.ALL)).isEqualTo(newestFirst);

    List<String> byPage = new ArrayList<>();
    for (int page = 1; page <= 4; page++) {
      SavedRunsPage found = recent().page(RunFilter.ALL, page, 3);
      assertThat(found.total()).isEqualTo(9);
      byPage.addAll(keys(found.runs()));
    }
    assertThat(byPage).isEqualTo(newestFirst);
    assertThat(recent().page(RunFilter.ALL, Integer.MAX_VALUE, 1000).runs()).isEmpty();
    assertThatThrownBy(() -> recent().page(RunFilter.ALL, 0, 10))
        .isInstanceOf(IllegalArgumentException.class);

    List<String> byPlace = new ArrayList<>();
    Position place = null;
    for (List<SavedRun> next = recent().after(RunFilter.ALL, null, 2);
        !next.isEmpty();
        next = recent().after(RunFilter.ALL, place, 2)) {
      byPlace.addAll(keys(next));
      place = next.get(next.size() - 1).position();
      // Runs that come meanwhile are at the beginning.
      save(aRun().endedAt(START.plusSeconds(1000)));
    }
    assertThat(byPlace).isEqualTo(newestFirst);
  }

  @Test
  void eachFilterAloneAndAllTogether() {
    RunBuilder wanted =
        save(
            aRun()
                .ofClass("shop")
                .by("bob")
                .named("shop-ci")
                .ended(TasksetStatus.FAILED)
                .endedAt(START.plusSeconds(10)));
    String other = save(aRun().endedAt(START.plusSeconds(20))).key();
    String nobody = save(aRun().by(null).endedAt(START)).key();

    String key = wanted.key();
    assertThat(found(RunFilter.ALL)).containsExactly(other, key, nobody);
    assertThat(found(RunFilter.ALL.ofClass("shop"))).containsExactly(key);
    assertThat(found(RunFilter.ALL.ofUser("bob"))).containsExactly(key);
    assertThat(found(RunFilter.ALL.ofUser("alice"))).containsExactly(other);
    assertThat(found(RunFilter.ALL.ofUser("Alice"))).isEmpty();
    assertThat(found(RunFilter.ALL.ofRsyncName("shop-ci"))).containsExactly(key);
    assertThat(found(RunFilter.ALL.ended(TasksetStatus.FAILED))).containsExactly(key);
    assertThat(found(RunFilter.ALL.between(START.plusSeconds(10), START.plusSeconds(20))))
        .containsExactly(key);
    assertThat(found(RunFilter.ALL.between(START.plusSeconds(11), null))).containsExactly(other);
    RunFilter all =
        RunFilter.ALL
            .ofClass("shop")
            .ofUser("bob")
            .ofRsyncName("shop-ci")
            .ended(TasksetStatus.FAILED)
            .between(START, START.plusSeconds(20));
    assertThat(found(all)).containsExactly(key);
    assertThat(found(all.ofUser("alice"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 1000})
  void namesOfAnyLengthAreComparedAsAWhole(int length) {
    String name = "ü".repeat(length - 1) + "a";
    String key = save(aRun().by(name).named(name)).key();
    save(aRun().by(name + "b").named(name + "b"));
    assertThat(found(RunFilter.ALL.ofUser(name))).containsExactly(key);
    assertThat(found(RunFilter.ALL.ofRsyncName(name))).containsExactly(key);
  }

  @Test
  void oneRunIsFoundByIdAndNumberWithItsLog() {
    RunBuilder run = save(aRun().passed("a", 1));
    Runs runs = new Runs(database);
    SavedRun found = runs.find(run.id()).orElseThrow();
    assertThat(found.taskset()).isEqualTo(run.taskset());
    assertThat(found.logsSaved()).isFalse();
    assertThat(runs.find(found.number())).contains(found);
    assertThat(new RunInSql(database, found).log()).isEmpty();
    archive.saveLogs(run.key(), "log", List.of(), List.of(), List.<Trial>of().iterator());
    assertThat(new RunInSql(database, found).log()).isEqualTo("log");
    assertThat(runs.find(run.id()).orElseThrow().logsSaved()).isTrue();
    assertThat(runs.find("none")).isEmpty();
    assertThat(runs.find(found.number() + 1)).isEmpty();
  }
}
