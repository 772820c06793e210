package example;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FullHeapTest {
  static final List<byte[]> KEPT = new ArrayList<>();

  @Test
  void fills_the_heap_and_keeps_it() {
    for (int size = 1 << 20; size > 16; ) {
      try {
        KEPT.add(new byte[size]);
      } catch (OutOfMemoryError e) {
        size /= 2;
      }
    }
    while (true) {
      KEPT.add(new byte[8]);
    }
  }
}
