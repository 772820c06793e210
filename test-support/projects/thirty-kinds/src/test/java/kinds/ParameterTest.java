package kinds;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterTest {
  @ParameterizedTest
  @ValueSource(ints = {4, 5, 6})
  void isEven(int number) {
    assertEquals(0, number % 2);
  }
}
