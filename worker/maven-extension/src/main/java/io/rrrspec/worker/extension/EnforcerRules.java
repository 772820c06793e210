package io.rrrspec.worker.extension;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/**
 * Tells which rules of the Enforcer depend on more than the project, its artifacts, the files that
 * they name, variables, Maven and the JDK: a script, rules in a file of their own, and those that
 * somebody has written.
 */
final class EnforcerRules {
  /** Those of the Enforcer 3.6 and of extra-enforcer-rules 1.11 that do not. */
  private static final Set<String> KNOWN =
      Set.of(
          "alwaysFail",
          "alwaysPass",
          "banCircularDependencies",
          "banDependencyManagementScope",
          "banDistributionManagement",
          "banDuplicateClasses",
          "banDuplicatePomDependencyVersions",
          "banDynamicVersions",
          "bannedDependencies",
          "bannedPlugins",
          "bannedRepositories",
          "banTransitiveDependencies",
          "dependencyConvergence",
          "enforceBytecodeVersion",
          "reactorModuleConvergence",
          "requireActiveProfile",
          "requireContributorRoles",
          "requireDeveloperRoles",
          "requireEncoding",
          "requireEnvironmentVariable",
          "requireExplicitDependencyScope",
          "requireFileChecksum",
          "requireFilesDontExist",
          "requireFilesExist",
          "requireFilesSize",
          "requireJavaVendor",
          "requireJavaVersion",
          "requireMatchingCoordinates",
          "requireMavenVersion",
          "requireNoRepositories",
          "requireOS",
          "requirePluginVersions",
          "requirePrerequisite",
          "requireProfileIdsExist",
          "requireProperty",
          "requirePropertyDiverges",
          "requireReleaseDeps",
          "requireReleaseVersion",
          "requireRoles",
          "requireSameVersions",
          "requireSnapshotVersion",
          "requireTextFileChecksum",
          "requireUpperBoundDeps");

  private EnforcerRules() {}

  /**
   * The names of such rules.
   *
   * @param configuration of the goal enforce
   */
  static List<String> unknown(@Nullable Xpp3Dom configuration) {
    Xpp3Dom rules = configuration == null ? null : configuration.getChild("rules");
    List<String> unknown = new ArrayList<>();
    if (rules != null) {
      for (Xpp3Dom rule : rules.getChildren()) {
        String name = rule.getName();
        // Names are found whatever their first letter is.
        String plain = name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
        if (rule.getAttribute("implementation") != null || !KNOWN.contains(plain)) {
          unknown.add(name);
        }
      }
    }
    return unknown;
  }
}
