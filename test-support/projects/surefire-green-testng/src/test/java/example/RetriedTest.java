package example;

import org.testng.*;
import org.testng.annotations.*;

public class RetriedTest {
  static int n;

  @Test(retryAnalyzer = Once.class)
  public void a() {
    if (n++ == 0) Assert.fail("first");
  }

  public static class Once implements IRetryAnalyzer {
    int m;

    public boolean retry(ITestResult r) {
      return m++ < 1;
    }
  }
}
