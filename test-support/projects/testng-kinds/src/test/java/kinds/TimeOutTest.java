package kinds;

import org.testng.annotations.Test;

public class TimeOutTest {
  @Test(timeOut = 50)
  public void sleeps() throws InterruptedException {
    Thread.sleep(60_000);
  }
}
