package io.rrrspec.worker.slave.junit;

import io.rrrspec.worker.slave.junit.GroupExpression.Groups;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.platform.engine.Filter;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;

/** Makes the filters of the JUnit Platform that leave the tests that Surefire would run. */
final class TestFilters {
  private TestFilters() {}

  static Filter<?>[] of(JUnitSettings settings) {
    List<Filter<?>> filters = new ArrayList<>();
    if (settings.groupSyntax() != GroupSyntax.TAGS) {
      addGroups(settings, filters);
    } else {
      addTags(settings, filters);
    }
    if (!settings.includedEngines().isEmpty()) {
      filters.add(EngineFilter.includeEngines(settings.includedEngines()));
    }
    if (!settings.excludedEngines().isEmpty()) {
      filters.add(EngineFilter.excludeEngines(settings.excludedEngines()));
    }
    return filters.toArray(new Filter<?>[0]);
  }

  private static void addTags(JUnitSettings settings, List<Filter<?>> filters) {
    if (!settings.groups().isEmpty()) {
      filters.add(TagFilter.includeTags(settings.groups()));
    }
    if (!settings.excludedGroups().isEmpty()) {
      filters.add(TagFilter.excludeTags(settings.excludedGroups()));
    }
  }

  private static void addGroups(JUnitSettings settings, List<Filter<?>> filters) {
    GroupSyntax syntax = settings.groupSyntax();
    for (String groups : settings.groups()) {
      filters.add(byGroups(GroupExpression.parse(groups), syntax));
    }
    for (String groups : settings.excludedGroups()) {
      filters.add(byGroups(GroupExpression.parse(groups).negate(), syntax));
    }
  }

  /** The platform asks for every test and container, and drops those without children. */
  private static PostDiscoveryFilter byGroups(Predicate<Groups> wanted, GroupSyntax syntax) {
    return test ->
        FilterResult.includedIf(
            wanted.test(syntax == GroupSyntax.CATEGORIES ? Categories.of(test) : tags(test)));
  }

  /** The groups of a test by its tags. */
  static Groups tags(TestDescriptor test) {
    return groups(test.getTags().stream().map(TestTag::getName).toList());
  }

  /** These groups, of which an expression may name one, or several by a regular expression. */
  static Groups groups(List<String> names) {
    return name -> names.stream().anyMatch(NameExpression.of(name)::matches);
  }
}
