package io.rrrspec.common.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a taskset is served. */
class QueueInGroupTest {
  private static final QueueSetup SETUP =
      QueueSetup.NONE.create("old").rename("old", "purge").group("purge", "ruby");

  @ParameterizedTest
  @CsvSource({
    "purge, '', ruby, purge",
    "old, '', ruby, purge",
    "purge, large, large, purge",
    "gone, '', default, default",
    "gone, large, large, default",
    "'', '', default, default",
    "'', large, large, default",
  })
  void itsQueueSaysWhereUnlessItNamesAWorkerTypeOfItsOwn(
      String queue, String workerType, String group, String name) {
    assertThat(QueueInGroup.of(SETUP, queue, workerType)).isEqualTo(new QueueInGroup(group, name));
  }
}
