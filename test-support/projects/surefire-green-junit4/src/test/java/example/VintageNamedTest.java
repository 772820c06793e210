package example;

import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;

/** Tests that a suite makes, named like no method. */
public class VintageNamedTest {
  public static Test suite() {
    TestSuite suite = new TestSuite();
    for (int i = 1; i <= 3; i++) {
      suite.addTest(new Row("row " + i));
    }
    return suite;
  }

  /** One of them. */
  public static class Row extends TestCase {
    Row(String name) {
      super(name);
    }

    @Override
    protected void runTest() {}
  }
}
