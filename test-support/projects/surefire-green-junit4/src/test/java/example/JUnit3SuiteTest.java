package example;

import junit.framework.*;

public class JUnit3SuiteTest {
  public static Test suite() {
    TestSuite s = new TestSuite("three");
    s.addTestSuite(JUnit3CaseTest.class);
    return s;
  }
}
