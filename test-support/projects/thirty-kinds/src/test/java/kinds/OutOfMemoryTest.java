package kinds;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutOfMemoryTest {
  @Test
  void fillsTheHeap() {
    List<byte[]> kept = new ArrayList<>();
    while (true) {
      kept.add(new byte[1 << 20]);
    }
  }
}
