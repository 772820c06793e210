package example;

import org.junit.*;
import org.junit.experimental.runners.*;
import org.junit.runner.*;

@RunWith(Enclosed.class)
public class VintageEnclosedTest {
  public static class First {
    @Test
    public void one() {}
  }

  @Ignore
  public static class Second {
    @Test
    public void two() {}
  }

  public abstract static class Base {
    @Test
    public void three() {
      Assert.fail();
    }
  }
}
