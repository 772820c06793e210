package kinds;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.InitializationError;

@RunWith(OldRunnerTest.Broken.class)
public class OldRunnerTest {
  public static class Broken extends BlockJUnit4ClassRunner {
    public Broken(Class<?> type) throws InitializationError {
      super(type);
      throw new InitializationError("the runner is broken");
    }
  }

  @Test
  public void neverRuns() {}
}
