package example;

import junit.framework.TestCase;

public class PurseTestCase extends TestCase {
  private int coins;

  @Override
  protected void setUp() {
    coins = 5;
  }

  public void testHasCoins() {
    assertEquals(5, coins);
  }
}
