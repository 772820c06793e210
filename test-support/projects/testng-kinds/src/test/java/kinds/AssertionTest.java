package kinds;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

public class AssertionTest {
  @Test
  public void compares() {
    assertEquals(8, 7, "seven apples");
  }
}
