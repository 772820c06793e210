package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.worker.slave.junit.CaseRecorder.Tally;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Watches whether a part of a class runs just its own tests, all of them. Engines say nothing if
 * they run more than they were asked for, or less.
 */
final class PartWatch implements TestExecutionListener {
  private final PartLeaves leaves;
  private final String className;
  private final Set<String> ended = new HashSet<>();
  private @Nullable TestPlan plan;
  private @Nullable String foreign;
  private boolean skippedAsWhole;

  /**
   * @param leaves what was discovered
   * @param className the class whose part it is
   */
  PartWatch(PartLeaves leaves, String className) {
    this.leaves = leaves;
    this.className = className;
  }

  @Override
  public synchronized void testPlanExecutionStarted(TestPlan testPlan) {
    plan = testPlan;
  }

  @Override
  public synchronized void executionStarted(TestIdentifier id) {
    if (foreign == null && (id.isTest() || leaves.has(id)) && !isOfPart(id)) {
      foreign = id.getDisplayName();
    }
  }

  @Override
  public synchronized void executionSkipped(TestIdentifier id, String reason) {
    executionStarted(id);
    leaveOut(id);
  }

  @Override
  public synchronized void executionFinished(TestIdentifier id, TestExecutionResult result) {
    if (leaves.isOwn(id)) {
      ended.add(id.getUniqueId());
    } else if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      leaveOut(id);
    }
  }

  /** What it was to run of something that is skipped is done. */
  private void leaveOut(TestIdentifier id) {
    if (leaves.isOwn(id)) {
      ended.add(id.getUniqueId());
      return;
    }
    TestPlan known = plan;
    if (known != null && id.isContainer()) {
      known.getDescendants(id).stream()
          .filter(leaves::isOwn)
          .forEach(leaf -> ended.add(leaf.getUniqueId()));
      // All parts see that, and each would count it.
      skippedAsWhole |= !isInClass(id, known);
    }
  }

  /** Whether it stands below a class, and so does not stand for all tests. */
  private static boolean isInClass(TestIdentifier id, TestPlan plan) {
    TestIdentifier above = plan.getParent(id).orElse(null);
    while (above != null) {
      if (above.getSource().orElse(null) instanceof ClassSource) {
        return true;
      }
      above = plan.getParent(above).orElse(null);
    }
    return false;
  }

  private boolean isOfPart(TestIdentifier id) {
    TestPlan known = plan;
    TestIdentifier at = id;
    while (at != null && !leaves.isOwn(at)) {
      at = known == null ? null : known.getParent(at).orElse(null);
    }
    return at != null;
  }

  /**
   * What the part says of the split, when it has ended.
   *
   * @param tally what its tests came to; where one failed, it is no wonder if others did not run
   */
  synchronized PartReport report(Tally tally) {
    PartReport report = leaves.report(ended.size());
    String refusal = refusal(tally);
    return refusal == null ? report : report.withRefused(refusal);
  }

  private @Nullable String refusal(Tally tally) {
    if (foreign != null) {
      return "tests of other parts run with it (" + foreign + ")";
    }
    if (skippedAsWhole) {
      return "skipped as a whole";
    }
    if (tally.failed() > 0) {
      return null;
    }
    int missing = leaves.own().size() - ended.size();
    if (missing > 0) {
      return missing + " of " + leaves.own().size() + " tests neither ran nor were skipped";
    }
    return misnamed(tally);
  }

  /** Times of such tests would be taken for those of methods that are not there. */
  private @Nullable String misnamed(Tally tally) {
    Set<String> units = new HashSet<>(leaves.own().values());
    for (CaseResult test : tally.cases()) {
      String unit = ClassPart.unitOf(className, test.className(), test.name());
      if (!test.name().isEmpty() && !units.contains(unit)) {
        return "a test that is not named after its method (" + test.name() + ")";
      }
    }
    return null;
  }
}
