package example;

import org.junit.*;

public class AssumptionFailsTest {
  @Test
  public void one() {
    Assume.assumeTrue("not here", false);
  }

  @Before
  public void two() {
    Assume.assumeNotNull((Object) null);
  }
}
