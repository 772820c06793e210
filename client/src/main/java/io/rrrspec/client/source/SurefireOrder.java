package io.rrrspec.client.source;

import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import java.io.File;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The order in which Surefire runs classes if its {@code runOrder} is {@code filesystem}, the
 * default: as the file system lists them, a directory's content in place of the directory. That is
 * what Surefire's FileScanner does.
 *
 * <p>Where several engines run the classes of an execution, Surefire runs one engine after the
 * other; this order does not know which class belongs to which engine.
 */
final class SurefireOrder {
  private static final String SUFFIX = ".class";

  private SurefireOrder() {}

  /** The tasks of a project, execution by execution. */
  static List<String> of(Project project) {
    List<String> tasks = new ArrayList<>();
    for (ProjectModule module : project.modules()) {
      for (TestExecution execution : module.executions()) {
        Set<String> classes = new HashSet<>(execution.classes());
        List<String> listed = new ArrayList<>();
        scan(new File(execution.selection().testClassesDirectory()), "", classes, listed);
        listed.forEach(
            name -> tasks.add(new TestId(module.dir(), name, execution.id()).toString()));
      }
    }
    return tasks;
  }

  private static void scan(File dir, String prefix, Set<String> classes, List<String> found) {
    // Not sorted, and not with java.nio: this is the call that decides Surefire's order.
    File[] entries = dir.listFiles();
    if (entries == null) {
      return;
    }
    for (File entry : entries) {
      String name = entry.getName();
      if (entry.isDirectory()) {
        scan(entry, prefix + name + ".", classes, found);
      } else if (name.endsWith(SUFFIX)) {
        String className = prefix + name.substring(0, name.length() - SUFFIX.length());
        if (classes.contains(className)) {
          found.add(className);
        }
      }
    }
  }
}
