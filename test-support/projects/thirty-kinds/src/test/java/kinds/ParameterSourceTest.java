package kinds;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ParameterSourceTest {
  static Stream<String> names() {
    throw new IllegalStateException("no names today");
  }

  @ParameterizedTest
  @MethodSource("names")
  void neverRuns(String name) {}
}
