package example;

import org.junit.*;

@Ignore
public class IgnoredCaseTest extends junit.framework.TestCase {
  public void testOne() {
    fail();
  }
}
