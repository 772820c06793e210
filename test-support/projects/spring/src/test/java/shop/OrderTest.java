package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

@SpringJUnitConfig(Shop.class)
@ActiveProfiles("sales")
class OrderTest {
  @Autowired String started;

  @Test
  void hasItsContext() {
    assertEquals("started", started);
  }
}
