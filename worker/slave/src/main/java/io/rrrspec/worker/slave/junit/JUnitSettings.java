package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.project.TestProvider;
import java.util.List;
import java.util.Map;

/**
 * What of the project's Surefire configuration decides which tests of a class run.
 *
 * @param groups expressions, one of which a test must match; empty for all
 * @param excludedGroups expressions of which a test must match none
 * @param groupSyntax how both are to be read
 * @param includedEngines ids of the only engines to use; empty for all
 * @param excludedEngines ids of engines not to use
 * @param configurationParameters handed to the JUnit Platform as they are
 * @param provider the provider that Surefire would take
 */
public record JUnitSettings(
    List<String> groups,
    List<String> excludedGroups,
    GroupSyntax groupSyntax,
    List<String> includedEngines,
    List<String> excludedEngines,
    Map<String, String> configurationParameters,
    TestProvider provider) {

  /** Runs everything. */
  public static final JUnitSettings NONE =
      new JUnitSettings(
          List.of(),
          List.of(),
          GroupSyntax.TAGS,
          List.of(),
          List.of(),
          Map.of(),
          TestProvider.JUNIT_PLATFORM);

  public JUnitSettings {
    groups = groupSyntax == GroupSyntax.TAGS ? tags(groups) : List.copyOf(groups);
    excludedGroups =
        groupSyntax == GroupSyntax.TAGS ? tags(excludedGroups) : List.copyOf(excludedGroups);
    includedEngines = List.copyOf(includedEngines);
    excludedEngines = List.copyOf(excludedEngines);
    configurationParameters = Map.copyOf(configurationParameters);
  }

  /**
   * Whether Surefire would take its provider for JUnit 4 or 3, to which an ignored class is one
   * skipped test without a name; to the JUnit Platform it is as many as it has.
   */
  boolean junit4Provider() {
    return provider == TestProvider.JUNIT3 || provider == TestProvider.JUNIT4;
  }

  /** Whether tests may be left out although their class was asked for. */
  boolean filters() {
    return !(groups.isEmpty()
        && excludedGroups.isEmpty()
        && includedEngines.isEmpty()
        && excludedEngines.isEmpty());
  }

  /** The same without anything that leaves tests out. */
  JUnitSettings withoutFilters() {
    return new JUnitSettings(
        List.of(), List.of(), groupSyntax, List.of(), List.of(), configurationParameters, provider);
  }

  /**
   * Takes the comma lists of Surefire's {@code groups} apart, and writes the operators of its JUnit
   * 4 syntax ({@code &&}, {@code ||}) as the JUnit Platform does.
   */
  private static List<String> tags(List<String> given) {
    return given.stream()
        .flatMap(list -> List.of(list.split(",")).stream())
        .map(tag -> tag.strip().replace("&&", "&").replace("||", "|"))
        .filter(tag -> !tag.isEmpty())
        .toList();
  }
}
