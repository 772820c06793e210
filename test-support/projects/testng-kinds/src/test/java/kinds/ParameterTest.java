package kinds;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class ParameterTest {
  @DataProvider
  public Object[][] numbers() {
    return new Object[][] {{2}, {3}};
  }

  @Test(dataProvider = "numbers")
  public void isEven(int number) {
    assertEquals(number % 2, 0, "an odd number");
  }
}
