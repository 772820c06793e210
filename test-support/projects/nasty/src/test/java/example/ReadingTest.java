package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReadingTest {
  @Test
  void standard_input_is_empty() throws IOException {
    assertEquals(-1, System.in.read());
  }
}
