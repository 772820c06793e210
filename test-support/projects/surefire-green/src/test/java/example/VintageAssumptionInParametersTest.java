package example;

import java.util.*;
import org.junit.*;
import org.junit.runner.*;
import org.junit.runners.*;

@RunWith(Parameterized.class)
public class VintageAssumptionInParametersTest {
  @Parameterized.Parameters
  public static Collection<Object[]> none() {
    Assume.assumeTrue("none here", false);
    return List.of();
  }

  public VintageAssumptionInParametersTest(int a) {}

  @Test
  public void one() {}
}
