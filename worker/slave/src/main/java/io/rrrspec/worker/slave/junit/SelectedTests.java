package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.model.TagExpression;
import io.rrrspec.common.model.TagExpression.Tags;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.model.TrialResult;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Leaves the tests of one task that a run is limited to, and remembers which method patterns fitted
 * one: the platform does not tell of a filter that leaves nothing.
 */
final class SelectedTests {
  /** What the vintage engine makes of a class that cannot be read: nobody knows its methods. */
  private static final String UNREADABLE = "initializationError";

  private final List<Predicate<Tags>> include;
  private final List<Predicate<Tags>> exclude;
  private final Map<MethodPattern, Set<String>> fitted = new LinkedHashMap<>();
  private final Set<UniqueId> needed = new HashSet<>();

  /**
   * @param selection of the whole run
   * @param task the spec_file of the task
   */
  SelectedTests(TestSelection selection, String task) {
    this.include = selection.includeTags().stream().map(TagExpression::parse).toList();
    this.exclude = selection.excludeTags().stream().map(TagExpression::parse).toList();
    selection
        .methodsOf(task)
        .forEach(text -> fitted.put(MethodPattern.parse(text), new HashSet<>()));
  }

  /**
   * Makes a filter.
   *
   * @param syntax tells what the build's own groups are, and so what a tag is here
   */
  PostDiscoveryFilter filter(GroupSyntax syntax) {
    return test -> FilterResult.includedIf(isIncluded(test, syntax));
  }

  private boolean isIncluded(TestDescriptor test, GroupSyntax syntax) {
    if (!test.getChildren().isEmpty()) {
      // The platform asks of containers, too, before it asks of what is in them; it drops only
      // those in which nothing is left.
      if (isOf("testng", test)) {
        needed.addAll(
            TestNgDependencies.of(
                test.getChildren().stream()
                    .filter(child -> child.isTest() && isAskedFor(child, syntax))
                    .toList(),
                test.getChildren()));
      }
      return true;
    }
    return needed.contains(test.getUniqueId()) || isAskedFor(test, syntax);
  }

  private boolean isAskedFor(TestDescriptor test, GroupSyntax syntax) {
    return hasTags(tags(test, syntax)) && (fits(test) || isUnreadable(test));
  }

  /** Says that no test was left, in one line. */
  String nothing() {
    String without = unfitted();
    return TrialResult.NOT_SELECTED
        + (without.isEmpty() ? "no test has the tags" : "no test matches " + without);
  }

  /** Says which patterns fitted no test where others did, in one line; null if all did. */
  @Nullable String nothingFor() {
    return fitted.isEmpty() || unfitted().isEmpty() ? null : nothing();
  }

  private String unfitted() {
    return fitted.entrySet().stream()
        .flatMap(pattern -> unfitted(pattern.getKey(), pattern.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static Stream<String> unfitted(MethodPattern pattern, Set<String> parts) {
    return parts.isEmpty()
        ? Stream.of("'" + pattern.text() + "'")
        : pattern.titles().stream()
            .filter(part -> !parts.contains(part))
            .map(part -> TrialResult.partOf(part, pattern.text()));
  }

  private boolean fits(TestDescriptor test) {
    boolean fits = fitted.isEmpty();
    for (Map.Entry<MethodPattern, Set<String>> pattern : fitted.entrySet()) {
      Set<String> parts = pattern.getKey().fitting(test);
      pattern.getValue().addAll(parts);
      fits |= !parts.isEmpty();
    }
    return fits;
  }

  private static boolean isUnreadable(TestDescriptor test) {
    return test.getLegacyReportingName().equals(UNREADABLE) && isOf("junit-vintage", test);
  }

  private static boolean isOf(String engine, TestDescriptor test) {
    return test.getUniqueId().getEngineId().filter(engine::equals).isPresent();
  }

  private boolean hasTags(Tags tags) {
    return (include.isEmpty() || include.stream().anyMatch(it -> it.test(tags)))
        && exclude.stream().noneMatch(it -> it.test(tags));
  }

  private static Tags tags(TestDescriptor test, GroupSyntax syntax) {
    return switch (syntax) {
      case TAGS -> new Named(test, name -> test.getTags().contains(TestTag.create(name)));
      case GROUPS -> new Named(test, TestFilters.tags(test)::include);
      case CATEGORIES -> {
        Categories categories = Categories.of(test);
        yield new Named(
            test,
            name ->
                categories.include(
                    name.endsWith(".class") ? name.substring(0, name.length() - 6) : name));
      }
    };
  }

  private record Named(TestDescriptor test, Predicate<String> names) implements Tags {
    @Override
    public boolean has(String name) {
      return names.test(name);
    }

    @Override
    public boolean none() {
      return test.getTags().isEmpty();
    }
  }
}
