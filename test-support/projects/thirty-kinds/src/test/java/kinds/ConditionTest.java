package kinds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

@ExtendWith(ConditionTest.Broken.class)
class ConditionTest {
  static class Broken implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      throw new IllegalStateException("nobody knows whether it runs");
    }
  }

  @Test
  void neverRuns() {}
}
