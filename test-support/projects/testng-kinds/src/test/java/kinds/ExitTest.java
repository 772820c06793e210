package kinds;

import org.testng.annotations.Test;

public class ExitTest {
  @Test
  public void exits() {
    System.exit(3);
  }
}
