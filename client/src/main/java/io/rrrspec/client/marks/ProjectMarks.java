package io.rrrspec.client.marks;

import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the marks of a prepared project's test classes; no class is loaded. */
public final class ProjectMarks {
  private ProjectMarks() {}

  /** Whether a test class of it may be {@link ClassMarks#isolated}: JUnit has the annotation. */
  public static boolean knowIsolated(Project project) {
    try (ClassFiles files = new ClassFiles()) {
      return project.launches().stream()
          .map(launch -> launch.jvm().classPath().stream().map(Path::of).toList())
          .anyMatch(classPath -> files.find(classPath, MarksOfClass.ISOLATED).isPresent());
    }
  }

  /**
   * Reads the marks of all its tests.
   *
   * @return by the names of their tasks
   * @throws io.rrrspec.common.ServiceException if a file of a class path cannot be read
   */
  public static Map<String, ClassMarks> of(Project project) {
    Map<String, ClassMarks> marks = new HashMap<>();
    try (ClassFiles files = new ClassFiles()) {
      for (Launch launch : project.launches()) {
        List<Path> classPath = launch.jvm().classPath().stream().map(Path::of).toList();
        Map<String, Optional<ClassFacts>> known = new HashMap<>();
        Function<String, Optional<ClassFacts>> find =
            name -> known.computeIfAbsent(name, n -> files.find(classPath, n));
        for (TestExecution execution : launch.executions()) {
          for (String name : execution.classes()) {
            marks.put(
                new TestId(launch.module(), name, execution.id()).toString(),
                MarksOfClass.of(name, find));
          }
        }
      }
    }
    return marks;
  }
}
