package kinds;

import org.testng.annotations.Test;

public class ExpectedTest {
  @Test(expectedExceptions = IllegalStateException.class)
  public void throwsNothing() {}
}
