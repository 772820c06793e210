package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmTest {
  @Test
  void printsItsVersion() {
    System.out.println("runs on Java " + Runtime.version().feature() + " of "
        + System.getProperty("java.home"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void takesParameters(int number) {
    assertEquals(1, List.of(number).size());
  }
}
