package kinds;

import org.testng.annotations.Test;

public class PassingTest {
  @Test
  public void passes() {}
}
