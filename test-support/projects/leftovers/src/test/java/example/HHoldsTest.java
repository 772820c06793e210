package example;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keeps two thirds of the heap in a static field. */
class HHoldsTest {
  static final List<byte[]> KEPT = new ArrayList<>();

  @Test
  void holds_heap() {
    for (int i = 0; i < 60 * 16; i++) {
      KEPT.add(new byte[1 << 16]);
    }
  }
}
