package example;

import org.junit.Test;

public abstract class AbstractBaseTest {
  @Test
  public void inherited() {}
}
