package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalculatorTest {
  private final Calculator calculator = new Calculator();

  @Test
  void adds() {
    assertEquals(3, calculator.add(1, 2));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void addsNothing(int number) {
    assertEquals(number, calculator.add(number, 0));
  }

  @RepeatedTest(2)
  void addsAgain() {
    assertEquals(4, calculator.add(2, 2));
  }

  @Disabled("not yet")
  @Test
  void multiplies() {}

  @Nested
  class WhenDividing {
    @Test
    @Tag("edge")
    void refusesZero() {
      assertThrows(ArithmeticException.class, () -> calculator.divide(1, 0));
    }
  }
}
