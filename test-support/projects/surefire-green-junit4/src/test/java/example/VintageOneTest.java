package example;

import org.junit.*;

public class VintageOneTest {
  @Test
  public void one() {}

  @Ignore
  @Test
  public void two() {}
}
