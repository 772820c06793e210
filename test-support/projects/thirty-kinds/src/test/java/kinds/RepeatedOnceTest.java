package kinds;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class RepeatedOnceTest {
  @RepeatedTest(3)
  void failsTheSecondTime(RepetitionInfo repetition) {
    if (repetition.getCurrentRepetition() == 2) {
      assertEquals("once", "twice");
    }
  }
}
