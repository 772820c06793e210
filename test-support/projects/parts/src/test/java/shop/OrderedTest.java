package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Takes as long, and each test needs the one before it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OrderedTest {
  private static int step;

  @Test
  @Order(1)
  void first() throws Exception {
    LongTest.take(1_500);
    assertEquals(1, ++step);
  }

  @Test
  @Order(2)
  void second() throws Exception {
    LongTest.take(1_500);
    assertEquals(2, ++step);
  }

  @Test
  @Order(3)
  void third() throws Exception {
    LongTest.take(600);
    assertEquals(3, ++step);
  }
}
