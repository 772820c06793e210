package kinds;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FailsThenHaltsTest {
  @Test
  @Order(1)
  void failsBefore() {
    fail("wrong before the end");
  }

  @Test
  @Order(2)
  void halts() {
    Runtime.getRuntime().halt(9);
  }
}
