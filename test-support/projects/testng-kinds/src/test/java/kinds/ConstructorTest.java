package kinds;

import org.testng.annotations.Test;

public class ConstructorTest {
  public ConstructorTest() {
    throw new IllegalStateException("it cannot be made");
  }

  @Test
  public void neverRuns() {}
}
