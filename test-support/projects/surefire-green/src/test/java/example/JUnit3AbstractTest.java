package example;

import junit.framework.*;

public abstract class JUnit3AbstractTest extends TestCase {
  public void testOne() {
    fail();
  }
}
