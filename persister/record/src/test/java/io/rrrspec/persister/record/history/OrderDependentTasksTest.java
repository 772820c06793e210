package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.START;
import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Culprits;
import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.common.model.Relation;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrderDependentTasksTest extends ArchiveContract {
  private static final String VICTIM = "com.foo.OrderTest";

  private void save(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
    archive.saveLogs(run.key(), "", List.of(), List.of(), Collections.emptyIterator());
  }

  private static RunBuilder runOfDay(int day) {
    return aRun().onSources("s").endedAt(START.plus(Duration.ofDays(day)));
  }

  private static OrderDependence confirmed(String... after) {
    return OrderDependence.after(List.of(after), true, 5, 5);
  }

  private static OrderDependence suspected(String... after) {
    return OrderDependence.after(List.of(after), false, 1, 2);
  }

  private List<OrderDependentTask> found() {
    return new OrderDependentTasks(database).find(null, 100);
  }

  @Test
  void aPairThatWasFoundSeveralTimesIsOneSinceTheFirst() {
    save(runOfDay(1).orderDependent(VICTIM, confirmed("A")));
    save(runOfDay(2).passed(VICTIM, 10));
    save(runOfDay(3).orderDependent(VICTIM, confirmed("A")).passed("B", 10));

    assertThat(found()).hasSize(1);
    OrderDependentTask pair = found().get(0);
    assertThat(pair.specFile()).isEqualTo(VICTIM);
    assertThat(pair.dependence()).isEqualTo(confirmed("A"));
    assertThat(pair.runs()).isEqualTo(2);
    assertThat(pair.firstSeen()).isEqualTo(START.plus(Duration.ofDays(1)));
    assertThat(pair.lastSeen()).isEqualTo(START.plus(Duration.ofDays(3)));
  }

  @Test
  void setsOfCulpritsAreToldApartAndOfSuspectsTheNewestCounts() {
    save(runOfDay(1).orderDependent(VICTIM, suspected("A", "B", "C", "D")));
    save(runOfDay(2).orderDependent(VICTIM, suspected("A", "B")));
    save(runOfDay(3).orderDependent(VICTIM, confirmed("A")));
    save(runOfDay(4).orderDependent(VICTIM, confirmed("C", "D")));
    Culprits one = new Culprits(List.of("A"), true, Relation.AFTER);
    Culprits two = new Culprits(List.of("C", "D"), true, Relation.AFTER);
    ClassHistory history = new ClassHistory(database);
    assertThat(history.culprits("myclass", START)).isEqualTo(Map.of(VICTIM, List.of(two, one)));

    save(runOfDay(5).orderDependent(VICTIM, suspected("E", "F")));
    assertThat(history.culprits("myclass", START).get(VICTIM))
        .containsExactlyInAnyOrder(
            two, one, new Culprits(List.of("E", "F"), false, Relation.AFTER));
  }

  @Test
  void whatWasNotSeenForLongIsTriedAgain() {
    save(runOfDay(1).orderDependent(VICTIM, confirmed("A")));

    ClassHistory history = new ClassHistory(database);
    assertThat(history.culprits("myclass", START.plus(Duration.ofDays(2)))).isEmpty();
    assertThat(history.culprits("another", START)).isEmpty();
    assertThat(found()).hasSize(1);
  }

  @Test
  void suchAFailureIsNoProofOfAFlakyTest() {
    save(runOfDay(1).orderDependent(VICTIM, confirmed("A")));
    save(runOfDay(2).passed(VICTIM, 10));

    assertThat(new FlakyTests(database).find(null, ClassWindow.ofRuns(100), 100)).isEmpty();
  }
}
