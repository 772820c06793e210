package kinds;

import org.testng.Assert;
import org.testng.annotations.Test;

public class DependsTest {
  @Test
  public void fails() {
    Assert.fail("the first of two");
  }

  @Test(dependsOnMethods = "fails")
  public void isSkipped() {}
}
