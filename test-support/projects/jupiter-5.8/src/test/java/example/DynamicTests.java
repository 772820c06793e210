package example;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class DynamicTests {
  @TestFactory
  Stream<DynamicTest> squares() {
    return IntStream.range(0, 4)
        .mapToObj(i -> dynamicTest("square of " + i, () -> assertTrue(i * i >= 0)));
  }
}
