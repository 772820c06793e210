package io.rrrspec.common.project;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Objects;

/**
 * What is special about an execution of Failsafe.
 *
 * @param reportsDirectory absolute path of the directory that Failsafe writes its XML reports to;
 *     empty if it writes none
 * @param summaryFile absolute path of the file that Failsafe's <code>verify</code> reads
 * @param goalsAround the goals that the build runs before and behind the tests, which need them, as
 *     prefix:goal with their phases; none if the tests run without
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record IntegrationTests(
    String reportsDirectory, String summaryFile, List<String> goalsAround) {
  public IntegrationTests {
    Objects.requireNonNull(reportsDirectory, "reportsDirectory");
    Objects.requireNonNull(summaryFile, "summaryFile");
    // A file of an earlier version has none.
    goalsAround = goalsAround == null ? List.of() : List.copyOf(goalsAround);
  }

  /** Without goals around its tests. */
  public IntegrationTests(String reportsDirectory, String summaryFile) {
    this(reportsDirectory, summaryFile, List.of());
  }

  /** The same with goals around its tests. */
  public IntegrationTests with(List<String> goals) {
    return new IntegrationTests(reportsDirectory, summaryFile, goals);
  }
}
