package example;

import org.junit.*;

/** Without a public class JUnit 4 fails; this has no test. */
class VintagePrivateClassTest {
  public void one() {
    Assert.fail();
  }
}
