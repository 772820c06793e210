package example;

import static org.testng.Assert.fail;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class GroupsTest {
  @Test
  public void plain() {}

  @Test(groups = "slow")
  public void slow() {}

  @DataProvider
  public Object[][] numbers() {
    return new Object[][] {{1}, {2}};
  }

  @Test(groups = {"slow", "numbers"}, dataProvider = "numbers")
  public void slowNumbers(int number) {}

  @Test(groups = {"slow", "never"})
  public void never() {
    fail("nobody asks for this one");
  }
}
