package example;

import junit.framework.*;

public class JUnit3CaseTest extends TestCase {
  public void testOne() {}
}
