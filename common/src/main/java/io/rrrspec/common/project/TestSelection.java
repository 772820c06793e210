package io.rrrspec.common.project;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Objects;

/**
 * What an execution runs, in Surefire's own notation.
 *
 * @param testClassesDirectory absolute path of the directory with the compiled tests
 * @param includes patterns of class files, Surefire's default ones if the build gives none
 * @param excludes patterns of class files
 * @param groups tags to run, as a tag expression or a list with commas; empty for all
 * @param excludedGroups tags to leave out; empty for none
 * @param includedEngines ids of the engines to use; empty for all
 * @param excludedEngines ids of the engines not to use
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record TestSelection(
    String testClassesDirectory,
    List<String> includes,
    List<String> excludes,
    String groups,
    String excludedGroups,
    List<String> includedEngines,
    List<String> excludedEngines) {
  public TestSelection {
    Objects.requireNonNull(testClassesDirectory, "testClassesDirectory");
    Objects.requireNonNull(groups, "groups");
    Objects.requireNonNull(excludedGroups, "excludedGroups");
    includes = List.copyOf(includes);
    excludes = List.copyOf(excludes);
    includedEngines = List.copyOf(includedEngines);
    excludedEngines = List.copyOf(excludedEngines);
  }
}
