package example;

import java.util.*;
import org.junit.*;
import org.junit.runner.*;
import org.junit.runners.*;

@RunWith(Parameterized.class)
public class VintageZeroParametersTest {
  @Parameterized.Parameters
  public static Collection<Object[]> none() {
    return List.of();
  }

  public VintageZeroParametersTest(int a) {}

  @Test
  public void one() {}
}
