package example;

import org.junit.*;
import org.junit.rules.*;

public class VintageAssumptionInRuleTest {
  @Rule
  public ExternalResource r =
      new ExternalResource() {
        @Override
        protected void before() {
          Assume.assumeTrue(false);
        }
      };

  @Test
  public void one() {}
}
