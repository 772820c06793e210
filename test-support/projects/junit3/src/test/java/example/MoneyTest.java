package example;

import junit.framework.TestCase;

public class MoneyTest extends TestCase {
  public void testAdds() {
    assertEquals(3, 1 + 2);
  }

  public void testSubtracts() {
    assertEquals(1, 3 - 2);
  }
}
