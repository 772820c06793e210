package example;

import static org.junit.Assert.fail;

import org.junit.Test;

/** For JUnit 4. */
public class AnnotatedTest {
  @Test
  public void wouldFail() {
    fail("no engine runs this");
  }
}
