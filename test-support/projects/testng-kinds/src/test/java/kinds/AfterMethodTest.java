package kinds;

import org.testng.annotations.AfterMethod;
import org.testng.annotations.Test;

public class AfterMethodTest {
  @AfterMethod
  public void close() {
    throw new IllegalStateException("the table is not empty");
  }

  @Test
  public void passesAtFirst() {}
}
