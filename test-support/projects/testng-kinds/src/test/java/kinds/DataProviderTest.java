package kinds;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class DataProviderTest {
  @DataProvider
  public Object[][] names() {
    throw new IllegalStateException("no names today");
  }

  @Test(dataProvider = "names")
  public void neverRuns(String name) {}
}
