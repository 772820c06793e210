package io.rrrspec.worker.build;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.project.TestSelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.maven.surefire.api.testset.TestListResolver;

/**
 * The test classes that a selection's patterns choose. The patterns are Surefire's own code;
 * classes that Surefire would look at and leave out on any engine (abstract ones, interfaces,
 * anonymous ones, those that run as part of another) are left out, too.
 */
final class Candidates {
  private static final String SUFFIX = ".class";

  private Candidates() {}

  static List<String> of(TestSelection selection) {
    Path root = Path.of(selection.testClassesDirectory());
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    TestListResolver patterns = patterns(selection);
    Set<String> chosen = new TreeSet<>();
    Set<String> nested = new HashSet<>();
    try (Stream<Path> files = Files.walk(root)) {
      files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(SUFFIX))
          .filter(file -> patterns.shouldRun(file, null))
          .forEach(file -> look(root, file, chosen, nested));
    } catch (IOException e) {
      throw new ServiceException("cannot read " + root + ": " + e.getMessage(), e);
    }
    // Surefire asks for all classes at once, so one that runs inside of another runs once.
    chosen.removeIf(name -> nested.contains(name) && chosen.contains(enclosing(name)));
    return List.copyOf(chosen);
  }

  private static TestListResolver patterns(TestSelection selection) {
    try {
      return new TestListResolver(selection.includes(), selection.excludes());
    } catch (RuntimeException e) {
      throw new UsageException("Surefire's includes or excludes: " + e.getMessage(), e);
    }
  }

  private static void look(Path root, String file, Set<String> chosen, Set<String> nested) {
    String name = file.substring(0, file.length() - SUFFIX.length()).replace('/', '.');
    if (name.matches(".*\\$\\d+") || name.endsWith("-info")) {
      return;
    }
    try {
      ClassFile header = ClassFile.read(root.resolve(file));
      if (header.concrete()) {
        chosen.add(name);
      }
      if (header.nested() && name.contains("$")) {
        nested.add(name);
      }
    } catch (IOException e) {
      // A file that cannot be read must show up as a failed test, not vanish.
      chosen.add(name);
    }
  }

  private static String enclosing(String name) {
    return name.substring(0, name.lastIndexOf('$'));
  }
}
