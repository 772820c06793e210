package kinds;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

class ControlCharactersTest {
  @Test
  void printsCommandsOfTerminals() {
    String wild = "\u0000\u0007\u001b[31mred\u001b[0m\u001b]0;title\u0007\u009b2J\u202eback\ud800";
    System.out.println(wild);
    System.err.println(wild);
    fail("wild characters " + wild + " end");
  }
}
