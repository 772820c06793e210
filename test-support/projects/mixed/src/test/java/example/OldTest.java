package example;

import org.junit.Test;

public class OldTest {
  @Test
  public void passes() {}
}
