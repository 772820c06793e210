package io.rrrspec.client.source;

import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.Project;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A test class that could be run, under one execution of the build.
 *
 * @param id its name as a task
 * @param sourceFile its source, relative to the project, with slashes; null if that is not known
 */
public record TestClass(TestId id, @Nullable String sourceFile) {
  private static final List<String> LANGUAGES = List.of("java", "kotlin", "groovy");

  /** All that a prepared project would run. */
  public static List<TestClass> of(Project project) {
    return project.tests().stream().map(id -> new TestClass(id, null)).toList();
  }

  /** The class a task stands for, if only the name of the task is known. */
  public static TestClass ofTask(String task) {
    return new TestClass(TestId.parse(task), null);
  }

  /** Its full name, {@code com.foo.BarTest}. */
  public String name() {
    return id.className();
  }

  /** The name of its task. */
  public String task() {
    return id.toString();
  }

  String simpleName() {
    return name().substring(name().lastIndexOf('.') + 1);
  }

  /** Its source, or the places where Maven looks for one, without the ending of the file. */
  List<String> possiblePaths() {
    if (sourceFile != null) {
      return List.of(withoutEnding(sourceFile));
    }
    String root = id.module().isEmpty() ? "" : id.module() + "/";
    return LANGUAGES.stream()
        .map(language -> root + "src/test/" + language + "/" + name().replace('.', '/'))
        .toList();
  }

  static String withoutEnding(String path) {
    return path.replaceFirst("\\.(java|kt|groovy)$", "");
  }
}
