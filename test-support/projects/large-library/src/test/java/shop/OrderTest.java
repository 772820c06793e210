package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a test sees of the order of the class path. */
class OrderTest {
  @Test
  void theRootIsThatOfTheTests() {
    assertTrue(OrderTest.class.getResource("/").getPath().endsWith("/target/test-classes/"));
  }

  @Test
  void surefiresClassPathIsThatOfTheBuild() {
    List<String> entries =
        Stream.of(System.getProperty("surefire.test.class.path").split(":"))
            .map(entry -> entry.substring(entry.lastIndexOf('/') + 1))
            .toList();
    assertEquals("test-classes", entries.get(0));
    assertEquals("classes", entries.get(1));
  }
}
