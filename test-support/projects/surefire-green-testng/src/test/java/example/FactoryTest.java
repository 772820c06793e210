package example;

import org.testng.*;
import org.testng.annotations.*;

public class FactoryTest {
  private final int n;

  @Factory(dataProvider = "two")
  public FactoryTest(int n) {
    this.n = n;
  }

  @DataProvider
  public static Object[][] two() {
    return new Object[][] {{1}, {2}};
  }

  @Test
  public void runs() {
    Assert.assertTrue(n > 0);
  }
}
