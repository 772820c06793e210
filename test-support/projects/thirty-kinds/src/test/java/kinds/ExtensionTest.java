package kinds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

@ExtendWith(ExtensionTest.Broken.class)
class ExtensionTest {
  static class Broken implements BeforeTestExecutionCallback {
    @Override
    public void beforeTestExecution(ExtensionContext context) {
      throw new UnsupportedOperationException("the extension is broken");
    }
  }

  @Test
  void neverRuns() {}
}
