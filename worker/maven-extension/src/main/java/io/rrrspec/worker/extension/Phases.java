package io.rrrspec.worker.extension;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The phases of Maven's default life cycle up to the integration tests. */
final class Phases {
  private static final List<String> ORDER =
      List.of(
          "validate",
          "initialize",
          "generate-sources",
          "process-sources",
          "generate-resources",
          "process-resources",
          "compile",
          "process-classes",
          "generate-test-sources",
          "process-test-sources",
          "generate-test-resources",
          "process-test-resources",
          "test-compile",
          "process-test-classes",
          "test",
          "prepare-package",
          "package",
          "pre-integration-test",
          "integration-test",
          "post-integration-test");

  private static final int TEST = ORDER.indexOf("test");
  private static final int PACKAGE = ORDER.indexOf("package");

  private Phases() {}

  /** Whether <code>mvn test</code> reaches a phase. */
  static boolean isReachedByTest(String phase) {
    int at = at(phase);
    return at >= 0 && at <= TEST;
  }

  /** Whether <code>mvn package</code> reaches a phase. */
  static boolean isReachedByPackage(String phase) {
    int at = at(phase);
    return at >= 0 && at <= PACKAGE;
  }

  /** Whether a phase comes behind <code>package</code>, up to the integration tests' end. */
  static boolean isAfterPackage(@Nullable String phase) {
    return phase != null && at(phase) > PACKAGE;
  }

  /** Whether a phase comes behind <code>test</code>, up to the integration tests' end. */
  static boolean isAfterTests(@Nullable String phase) {
    return phase != null && at(phase) > TEST;
  }

  /** Whether a phase comes behind the integration tests' end, or in another life cycle. */
  static boolean isBehindIntegrationTests(@Nullable String phase) {
    return phase != null && at(phase) < 0;
  }

  /** Maven 4 knows phases before and after each one. */
  private static int at(String phase) {
    int prefix = phase.indexOf(':');
    return ORDER.indexOf(prefix < 0 ? phase : phase.substring(prefix + 1));
  }
}
