package example;

import org.junit.*;
import org.junit.experimental.theories.*;
import org.junit.runner.*;

@RunWith(Theories.class)
public class VintageTheoriesTest {
  @DataPoints public static int[] POINTS = {1, 2, 3};

  @Theory
  public void holds(int a, int b) {
    Assume.assumeTrue(a < b);
    Assert.assertTrue(a < b);
  }
}
