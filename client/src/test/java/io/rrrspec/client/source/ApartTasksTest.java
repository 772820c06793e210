package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Culprits;
import io.rrrspec.common.model.Relation;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ApartTasksTest {
  private static final Culprits OF_A = new Culprits(List.of("A"), true, Relation.AFTER);
  private static final Culprits SUSPECTS = new Culprits(List.of("A", "B"), false, Relation.AFTER);

  private static List<TaskRequest> tasks(String... names) {
    return Stream.of(names).map(name -> new TaskRequest(name, null)).toList();
  }

  private static List<TaskRequest> apart(
      Map<String, List<Culprits>> culprits, OrderChoice order, String... names) {
    return ApartTasks.of(tasks(names), culprits, order);
  }

  @Test
  void whoHasCulpritsInTheRunIsServedFirst() {
    List<TaskRequest> apart =
        apart(Map.of("V", List.of(OF_A)), OrderChoice.LONGEST, "A", "B", "V", "C");
    assertThat(apart).extracting(TaskRequest::specFile).containsExactly("V", "A", "B", "C");
    assertThat(apart.get(0).culprits()).containsExactly(OF_A);
  }

  @Test
  void suspectsAreNamedAndChangeNoOrder() {
    List<TaskRequest> apart =
        apart(Map.of("V", List.of(SUSPECTS)), OrderChoice.LONGEST, "A", "B", "V");
    assertThat(apart).extracting(TaskRequest::specFile).containsExactly("A", "B", "V");
    assertThat(apart.get(2).culprits()).containsExactly(SUSPECTS);
  }

  @Test
  void culpritsThatAreNotInTheRunDoNotMatter() {
    assertThat(apart(Map.of("V", List.of(OF_A)), OrderChoice.LONGEST, "B", "V"))
        .isEqualTo(tasks("B", "V"));
  }

  @Test
  void anOrderThatSomebodyHasChosenStays() {
    OrderChoice random = new OrderChoice(OrderChoice.Kind.RANDOM, 7);
    List<TaskRequest> apart = apart(Map.of("V", List.of(OF_A)), random, "A", "V");
    assertThat(apart).extracting(TaskRequest::specFile).containsExactly("A", "V");
    assertThat(apart.get(1).culprits()).containsExactly(OF_A);
  }

  @Test
  void neitherOfTwoInConflictBeginsWhileTheOtherRuns() {
    Culprits whileA = new Culprits(List.of("A"), true, Relation.WHILE);
    List<TaskRequest> apart =
        apart(Map.of("V", List.of(whileA)), OrderChoice.LONGEST, "A", "B", "V");
    assertThat(apart).extracting(TaskRequest::specFile).containsExactly("A", "B", "V");
    assertThat(apart.get(0).culprits())
        .containsExactly(new Culprits(List.of("V"), true, Relation.WHILE));
    assertThat(apart.get(2).culprits()).containsExactly(whileA);
  }
}
