package io.rrrspec.common.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a person has decided about the build of a project.
 *
 * @param executions the ids of the only executions to run; empty: all
 * @param ignored names of settings of the build that are passed over although that may hide a
 *     failure
 * @param repeatablePlugins plugins that the user vouches for, as group:artifact: while files and
 *     settings are the same, they need not run again
 * @param failIfEngineMissing whether a class with tests that no engine runs makes the run red
 * @param buildArguments what the build gets besides its goal; see {@link BuildArguments}
 * @param buildPhase how far the build goes
 * @param integrationTests whether the integration tests of Failsafe are run, too
 * @param jdk the version of the JDK whose JVM runs the tests where the build names none; null: the
 *     one of the build
 * @param jdks directories of JDKs that are looked at first
 */
public record PrepareSettings(
    List<String> executions,
    List<String> ignored,
    List<String> repeatablePlugins,
    boolean failIfEngineMissing,
    List<String> buildArguments,
    BuildPhase buildPhase,
    boolean integrationTests,
    @Nullable Integer jdk,
    List<String> jdks) {
  private static final String FAIL = "fail";

  /** Nothing is left out or passed over. */
  public static final PrepareSettings NONE =
      new PrepareSettings(List.of(), List.of(), List.of(), false);

  /** What {@code ignored} may name. */
  public static final List<String> IGNORABLE =
      List.of(
          "dependenciesToScan",
          "suiteXmlFiles",
          "groups",
          "failIfNoTests",
          "provider",
          "objectFactory",
          "objectfactory",
          "testrunfactory",
          "testnames",
          "listener",
          "failOnFlakeCount",
          "jacoco:check",
          "pre-integration-test");

  /** Without arguments for the build. */
  public PrepareSettings(
      List<String> executions,
      List<String> ignored,
      List<String> repeatablePlugins,
      boolean failIfEngineMissing) {
    this(executions, ignored, repeatablePlugins, failIfEngineMissing, List.of());
  }

  /** With a build that goes as far as the tests need, and its JDK. */
  public PrepareSettings(
      List<String> executions,
      List<String> ignored,
      List<String> repeatablePlugins,
      boolean failIfEngineMissing,
      List<String> buildArguments) {
    this(
        executions,
        ignored,
        repeatablePlugins,
        failIfEngineMissing,
        buildArguments,
        BuildPhase.AUTO,
        false,
        null,
        List.of());
  }

  public PrepareSettings {
    executions = List.copyOf(executions);
    ignored = List.copyOf(ignored);
    repeatablePlugins = List.copyOf(repeatablePlugins);
    buildArguments = List.copyOf(buildArguments);
    jdks = List.copyOf(jdks);
  }

  /** Reads them. */
  public static PrepareSettings of(Settings settings) {
    return new PrepareSettings(
        settings.get(SettingsTable.EXECUTIONS),
        settings.get(SettingsTable.IGNORE),
        settings.get(SettingsTable.REPEATABLE_PLUGINS),
        settings.get(SettingsTable.MISSING_ENGINE).equals(FAIL),
        settings.get(SettingsTable.BUILD_ARGS),
        BuildPhase.of(settings.get(SettingsTable.BUILD_PHASE)),
        Boolean.parseBoolean(settings.get(SettingsTable.INTEGRATION_TESTS)),
        settings.find(SettingsTable.JDK),
        settings.get(SettingsTable.JDKS));
  }

  /** The same with the JDK of the build. */
  public PrepareSettings withJdkOfBuild() {
    return new PrepareSettings(
        executions,
        ignored,
        repeatablePlugins,
        failIfEngineMissing,
        buildArguments,
        buildPhase,
        integrationTests,
        null,
        jdks);
  }

  /** The variables by which the set-up of a worker decides the same as its client. */
  public Map<String, String> variables() {
    Map<String, String> variables = new HashMap<>();
    put(variables, SettingsTable.EXECUTIONS, executions);
    put(variables, SettingsTable.IGNORE, ignored);
    put(variables, SettingsTable.REPEATABLE_PLUGINS, repeatablePlugins);
    if (failIfEngineMissing) {
      variables.put(SettingsTable.MISSING_ENGINE.variable(), FAIL);
    }
    if (!buildArguments.isEmpty()) {
      variables.put(SettingsTable.BUILD_ARGS.variable(), BuildArguments.text(buildArguments));
    }
    if (buildPhase != BuildPhase.AUTO) {
      variables.put(SettingsTable.BUILD_PHASE.variable(), buildPhase.text());
    }
    if (integrationTests) {
      variables.put(SettingsTable.INTEGRATION_TESTS.variable(), "true");
    }
    if (jdk != null) {
      variables.put(SettingsTable.JDK.variable(), jdk.toString());
    }
    return variables;
  }

  private static void put(
      Map<String, String> variables, Setting<List<String>> setting, List<String> values) {
    if (!values.isEmpty()) {
      variables.put(setting.variable(), String.join(",", values));
    }
  }
}
