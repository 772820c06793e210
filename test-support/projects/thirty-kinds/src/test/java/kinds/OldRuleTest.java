package kinds;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ErrorCollector;

public class OldRuleTest {
  @Rule public final ErrorCollector errors = new ErrorCollector();

  @Test
  public void collectsErrors() {
    errors.addError(new IllegalArgumentException("collected by a rule"));
  }
}
