package io.rrrspec.client.source;

import io.rrrspec.common.config.NearestName;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What somebody most likely meant who wrote a pattern that fits no test class. */
final class NearestTask {
  private NearestTask() {}

  /**
   * Finds a task, or a directory of modules.
   *
   * @param all the test classes; at least one
   * @return a pattern that fits; null if nothing is near
   */
  static @Nullable String to(String pattern, List<TestClass> all) {
    String text = pattern.replaceFirst("#.*", "").replaceFirst("@[^@/:]*$", "");
    boolean names = text.endsWith(":");
    boolean paths = text.contains("/") && TestClass.withoutEnding(text).equals(text);
    String directory = directory(text, all);
    Set<String> last = lastPart(text, all);
    if (last.size() == 1) {
      return last.iterator().next() + "/";
    }
    if (directory != null && (names || (paths && !text.contains(":")))) {
      return directory + (names ? ":" : "/");
    }
    String task = task(text, all);
    return task == null && directory != null && !text.contains(":") ? directory + "/" : task;
  }

  private static @Nullable String directory(String text, List<TestClass> all) {
    Set<String> directories = new TreeSet<>();
    for (TestClass test : all) {
      String module = test.id().module();
      for (int end = module.length(); end > 0; end = module.lastIndexOf('/', end - 1)) {
        directories.add(module.substring(0, end));
      }
    }
    return NearestName.to(withoutSeparators(text), directories);
  }

  /** The modules that Maven's {@code -pl :NAME} would mean, if their directories have that name. */
  private static Set<String> lastPart(String text, List<TestClass> all) {
    String name = withoutSeparators(text.startsWith(":") ? text.substring(1) : text);
    if (name.isEmpty()) {
      return Set.of();
    }
    return all.stream()
        .map(test -> test.id().module())
        .filter(module -> module.endsWith('/' + name) || module.equals(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String withoutSeparators(String text) {
    int end = text.length();
    while (end > 0 && "/:".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(0, end);
  }

  /** By what the person wrote: a path is held against names, too. */
  private static @Nullable String task(String text, List<TestClass> all) {
    int colon = text.lastIndexOf(':');
    String module = text.substring(0, Math.max(0, colon));
    String name = TestClass.withoutEnding(text).replaceFirst("^.*[/:]", "").replace("*", "");
    List<TestClass> there = all.stream().filter(test -> test.id().module().equals(module)).toList();
    List<TestClass> near = named(name, colon < 0 ? all : there);
    if (near.isEmpty()) {
      near = named(name, all);
    }
    String closest =
        colon < 0
            ? null
            : NearestName.closest(module, near.stream().map(it -> it.id().module()).toList());
    return near.stream()
        .filter(it -> closest == null || it.id().module().equals(closest))
        .findFirst()
        .map(TestClass::task)
        .orElse(null);
  }

  private static List<TestClass> named(String wrong, List<TestClass> classes) {
    boolean simple = !wrong.contains(".");
    List<String> names =
        classes.stream().map(test -> simple ? test.simpleName() : test.name()).toList();
    String near = NearestName.to(wrong, names);
    return classes.stream()
        .filter(test -> (simple ? test.simpleName() : test.name()).equals(near))
        .toList();
  }
}
