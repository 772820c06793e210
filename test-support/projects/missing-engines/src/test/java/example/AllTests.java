package example;

import junit.framework.Test;
import junit.framework.TestSuite;

/** As people wrote it with JUnit 3; Surefire takes it for a test class by its name. */
public class AllTests {
  public static Test suite() {
    return new TestSuite(OldTest.class);
  }
}
