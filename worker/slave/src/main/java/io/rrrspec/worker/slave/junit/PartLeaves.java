package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.files.Hex;
import io.rrrspec.common.files.Sha256;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.worker.slave.junit.TestName.Running;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Leaves those tests of a class that belong to one part of it, and remembers which tests the whole
 * class has. What it divides are the leaves that discovery finds: a test, or what makes tests only
 * when it runs.
 */
final class PartLeaves {
  private static final String JUPITER = "junit-jupiter";

  /** Those that were seen to run the same tests in parts as at once. */
  private static final Set<String> ENGINES = Set.of(JUPITER, "junit-vintage", "testng");

  private final ClassPart part;
  private final String className;
  private final Set<String> named;
  private final Set<String> engines = new TreeSet<>();
  private final Set<String> all = new TreeSet<>();
  private final Map<String, String> own = new HashMap<>();
  private @Nullable String withoutUnit;

  /**
   * @param className the class whose part it is
   */
  PartLeaves(ClassPart part, String className) {
    this.part = part;
    this.className = className;
    this.named = new HashSet<>(part.methods());
  }

  /**
   * Makes the filter; for one discovery. It has to stand behind all others, so that it sees only
   * what they leave. Filters that the project registers as services come behind it all the same:
   * what they leave out is found missing when the part has run.
   */
  PostDiscoveryFilter filter() {
    return test -> FilterResult.includedIf(!isLeaf(test) || isOwn(test));
  }

  private static boolean isLeaf(TestDescriptor test) {
    return test.getChildren().isEmpty() && (test.isTest() || test.mayRegisterTests());
  }

  private boolean isOwn(TestDescriptor leaf) {
    String id = leaf.getUniqueId().toString();
    all.add(id);
    engines.add(leaf.getUniqueId().getEngineId().orElse(""));
    String unit = unitOf(leaf, className);
    if (unit == null) {
      withoutUnit = leaf.getDisplayName();
      return false;
    }
    boolean isOwn = named.contains(unit) != part.rest();
    if (isOwn) {
      own.put(id, unit);
    }
    return isOwn;
  }

  /**
   * The unit of all tests that a leaf is or makes, by the names that they have in reports: see
   * {@link ClassPart#unitOf}. Null if they have none.
   */
  static @Nullable String unitOf(TestDescriptor leaf, String className) {
    Deque<TestDescriptor> above = new ArrayDeque<>();
    leaf.getParent().ifPresent(parent -> addUpwards(parent, above));
    Running parent = null;
    for (TestDescriptor at : above) {
      parent = Running.start(TestIdentifier.from(at), parent);
    }
    TestName name = TestName.of(TestIdentifier.from(leaf), parent, null);
    if (leaf.isTest()) {
      return ClassPart.unitOf(className, name.className(), name.name());
    }
    // The names of the tests that it makes begin with this one.
    return leaf.getSource().filter(MethodSource.class::isInstance).isEmpty()
        ? null
        : ClassPart.unitOf(className, name.className(), leaf.getLegacyReportingName());
  }

  private static void addUpwards(TestDescriptor test, Deque<TestDescriptor> above) {
    for (TestDescriptor at = test; at != null; at = at.getParent().orElse(null)) {
      above.addFirst(at);
    }
  }

  /**
   * Why the class cannot be split, by what discovery found; null if it can.
   *
   * @param parameters finds the value of a configuration parameter
   */
  @Nullable String refusal(Function<String, Optional<String>> parameters) {
    for (String engine : engines) {
      if (!ENGINES.contains(engine)) {
        return "engine " + engine + " stays whole";
      }
    }
    String ofJupiter = engines.contains(JUPITER) ? SplitRefusals.ofJupiter(parameters) : null;
    if (ofJupiter != null) {
      return ofJupiter;
    }
    if (withoutUnit != null) {
      return "a test that is not known by its method (" + withoutUnit + ")";
    }
    return own.isEmpty() && !all.isEmpty()
        ? "part " + part.number() + " of " + part.count() + " names no method that has a test"
        : null;
  }

  /** Whether the class has this leaf, in whatever part. */
  boolean has(TestIdentifier id) {
    return all.contains(id.getUniqueId());
  }

  /** Whether it is a leaf of this part. */
  boolean isOwn(TestIdentifier id) {
    return own.containsKey(id.getUniqueId());
  }

  /** The ids of the leaves of this part, with the unit of each. */
  Map<String, String> own() {
    return own;
  }

  /**
   * What it found.
   *
   * @param ran how many leaves of the part have ended
   */
  PartReport report(int ran) {
    MessageDigest digest = Sha256.begin();
    all.forEach(id -> Sha256.add(digest, id));
    return new PartReport(
        all.size(), Hex.of(digest.digest(), PartReport.DIGEST / 2), own.size(), ran, null);
  }
}
