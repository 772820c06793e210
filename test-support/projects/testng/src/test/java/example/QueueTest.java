package example;

import org.testng.SkipException;
import org.testng.annotations.Test;

public class QueueTest {
  @Test(groups = "slow")
  public void offers() {}

  @Test
  public void skips() {
    throw new SkipException("not here");
  }
}
