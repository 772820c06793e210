package kinds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class DynamicTests {
  @TestFactory
  Stream<DynamicTest> made() {
    return Stream.of("apple", "pear")
        .map(name -> dynamicTest(name, () -> assertEquals("apple", name)));
  }
}
