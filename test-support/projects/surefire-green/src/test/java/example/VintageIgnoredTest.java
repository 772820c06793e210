package example;

import org.junit.*;

@Ignore("whole")
public class VintageIgnoredTest {
  static {
    if (true) throw new IllegalStateException("ignored");
  }

  @Test
  public void one() {}

  @Test
  public void two() {}
}
