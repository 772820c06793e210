package example;

import org.junit.*;

public class AllIgnoredTest {
  @Ignore
  @Test
  public void one() {}

  @Ignore("why")
  @Test
  public void two() {}
}
