package example;

import org.junit.*;

public class VintageAssumptionInConstructorTest {
  public VintageAssumptionInConstructorTest() {
    Assume.assumeTrue(false);
  }

  @Test
  public void one() {}

  @Test(expected = Exception.class)
  public void two() {}
}
