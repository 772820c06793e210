package kinds;

import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

public class BeforeClassTest {
  @BeforeClass
  public void open() {
    throw new IllegalStateException("no database to begin with");
  }

  @Test
  public void neverRuns() {}
}
