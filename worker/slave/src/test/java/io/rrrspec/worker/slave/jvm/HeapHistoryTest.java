package io.rrrspec.worker.slave.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapHistoryTest {
  @Test
  void theClassesThatRanBeforeAreNamedAndEarlierOnesCounted() {
    HeapHistory history = new HeapHistory();
    for (int i = 1; i <= 12; i++) {
      history.begins("C" + i);
    }
    assertThat(history.tell()).startsWith(" (class 12 of this JVM, after 1 other and C2, C3, ");

    history.begins("C13");
    assertThat(history.tell()).startsWith(" (class 13 of this JVM, after 2 others and C3, ");
  }
}
