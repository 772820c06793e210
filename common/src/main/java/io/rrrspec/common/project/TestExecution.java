package io.rrrspec.common.project;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One execution of the build tool's test goal, for example Surefire's <code>default-test</code>.
 *
 * @param id the name of the execution in the build
 * @param provider which of its providers Surefire would use
 * @param jvm the JVM that the tests run in
 * @param selection which classes and tests of the module belong to this execution
 * @param configurationParameters the JUnit Platform's, such as parallel execution or display names
 * @param maxTrials how often a class is tried: rerunFailingTestsCount and one, 1 where a flaky test
 *     makes the build red; 1 or more
 * @param trimStackTrace whether reports show only the part of a stack trace that is in the test
 * @param classes candidates: the concrete classes that the selection's patterns choose, sorted;
 *     whether there is a test in one of them only its engine knows
 * @param reportNameSuffix what Surefire adds to the names of its reports; empty for nothing
 * @param failIfNoTests whether the build is red if no test of the execution runs
 * @param failIfEngineMissing whether a class with tests that no engine runs is red
 * @param integrationTests what is special about it if it is one of Failsafe; null if it is one of
 *     Surefire
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record TestExecution(
    String id,
    TestProvider provider,
    TestJvm jvm,
    TestSelection selection,
    Map<String, String> configurationParameters,
    int maxTrials,
    boolean trimStackTrace,
    List<String> classes,
    String reportNameSuffix,
    boolean failIfNoTests,
    boolean failIfEngineMissing,
    @Nullable IntegrationTests integrationTests) {
  public TestExecution {
    if (maxTrials < 1) {
      throw new IllegalArgumentException("maxTrials must be 1 or more: " + maxTrials);
    }
    // A file may lack anything.
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(jvm, "jvm");
    Objects.requireNonNull(selection, "selection");
    Objects.requireNonNull(reportNameSuffix, "reportNameSuffix");
    configurationParameters = Map.copyOf(configurationParameters);
    classes = List.copyOf(classes);
  }

  /** The same in another JVM. */
  TestExecution withJvm(TestJvm other) {
    return new TestExecution(
        id,
        provider,
        other,
        selection,
        configurationParameters,
        maxTrials,
        trimStackTrace,
        classes,
        reportNameSuffix,
        failIfNoTests,
        failIfEngineMissing,
        integrationTests);
  }

  /** The same with goals around its tests, if it is one of Failsafe. */
  public TestExecution withGoalsAround(List<String> goals) {
    return integrationTests == null
        ? this
        : new TestExecution(
            id,
            provider,
            jvm,
            selection,
            configurationParameters,
            maxTrials,
            trimStackTrace,
            classes,
            reportNameSuffix,
            failIfNoTests,
            failIfEngineMissing,
            integrationTests.with(goals));
  }

  /** The goals that the build runs around its tests; none if they run without. */
  @JsonIgnore
  public List<String> goalsAround() {
    return integrationTests == null ? List.of() : integrationTests.goalsAround();
  }

  /** One of Surefire. */
  public TestExecution(
      String id,
      TestProvider provider,
      TestJvm jvm,
      TestSelection selection,
      Map<String, String> configurationParameters,
      int maxTrials,
      boolean trimStackTrace,
      List<String> classes,
      String reportNameSuffix,
      boolean failIfNoTests,
      boolean failIfEngineMissing) {
    this(
        id,
        provider,
        jvm,
        selection,
        configurationParameters,
        maxTrials,
        trimStackTrace,
        classes,
        reportNameSuffix,
        failIfNoTests,
        failIfEngineMissing,
        null);
  }
}
