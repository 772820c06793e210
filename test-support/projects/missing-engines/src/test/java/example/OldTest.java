package example;

import junit.framework.TestCase;

/** No engine runs it: there is none for JUnit 3 and 4. */
public class OldTest extends TestCase {
  public void testWouldFail() {
    fail("no engine runs this");
  }
}
