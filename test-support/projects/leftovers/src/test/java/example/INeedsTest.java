package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Needs half of the heap, which it has in a JVM of its own. */
class INeedsTest {
  @Test
  void needs_heap() {
    List<byte[]> used = new ArrayList<>();
    for (int i = 0; i < 50 * 16; i++) {
      used.add(new byte[1 << 16]);
    }
    assertEquals(50 * 16, used.size());
  }
}
