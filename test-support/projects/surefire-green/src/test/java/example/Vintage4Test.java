package example;

import org.junit.*;

public class Vintage4Test {
  @BeforeClass
  public static void no() {
    Assume.assumeTrue("no database", false);
  }

  @Test
  public void one() {}

  @Test
  public void two() {}
}
