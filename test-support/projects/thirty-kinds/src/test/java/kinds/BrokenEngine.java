package kinds;

import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;

/** An engine that runs nothing, and fails where it looks into one class. */
public class BrokenEngine implements TestEngine {
  @Override
  public String getId() {
    return "broken";
  }

  @Override
  public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
    boolean broken =
        request.getSelectorsByType(ClassSelector.class).stream()
            .anyMatch(selector -> selector.getClassName().equals("kinds.DiscoveryTest"));
    if (broken) {
      throw new IllegalStateException("the engine is broken");
    }
    return new EngineDescriptor(id, "broken");
  }

  @Override
  public void execute(ExecutionRequest request) {}
}
