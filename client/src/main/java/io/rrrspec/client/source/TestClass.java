package io.rrrspec.client.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A test class that could be run.
 *
 * @param name its full name, {@code com.foo.BarTest}
 * @param module directory of its module below the project; empty in a build of one module
 * @param sourceFile its source, relative to the project, with slashes; null if that is not known
 */
public record TestClass(String name, String module, @Nullable String sourceFile) {
  private static final List<String> LANGUAGES = List.of("java", "kotlin", "groovy");

  /** The name of its task: {@code com.foo.BarTest} or {@code module/dir:com.foo.BarTest}. */
  public String task() {
    return module.isEmpty() ? name : module + ":" + name;
  }

  /** The class a task stands for, if only the name of the task is known. */
  public static TestClass ofTask(String task) {
    int colon = task.lastIndexOf(':');
    return new TestClass(
        task.substring(colon + 1), colon < 0 ? "" : task.substring(0, colon), null);
  }

  String simpleName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** Its source, or the places where Maven looks for one, without the ending of the file. */
  List<String> possiblePaths() {
    if (sourceFile != null) {
      return List.of(withoutEnding(sourceFile));
    }
    String root = module.isEmpty() ? "" : module + "/";
    return LANGUAGES.stream()
        .map(language -> root + "src/test/" + language + "/" + name.replace('.', '/'))
        .toList();
  }

  static String withoutEnding(String path) {
    return path.replaceFirst("\\.(java|kt|groovy)$", "");
  }
}
