package example;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FirstCheck {
  @Tag("fast")
  @Test
  void fast() {}

  @Test
  void untagged() {}

  @Tag("fast")
  @Tag("flaky")
  @Test
  void flaky() {}
}
