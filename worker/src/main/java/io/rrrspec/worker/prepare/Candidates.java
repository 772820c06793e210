package io.rrrspec.worker.prepare;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.project.TestSelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(SUFFIX))
          .filter(file -> patterns.shouldRun(relative(root, file), null))
          .filter(Candidates::isTestClass)
          .map(file -> name(relative(root, file)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new ServiceException("cannot read " + root + ": " + e.getMessage(), e);
    }
  }

  private static TestListResolver patterns(TestSelection selection) {
    try {
      return new TestListResolver(selection.includes(), selection.excludes());
    } catch (RuntimeException e) {
      throw new UsageException("Surefire's includes or excludes: " + e.getMessage(), e);
    }
  }

  private static boolean isTestClass(Path file) {
    String name = String.valueOf(file.getFileName());
    if (name.matches(".*\\$\\d+\\.class") || name.contains("-info.")) {
      return false;
    }
    try {
      ClassFile header = ClassFile.read(file);
      return header.concrete() && !(header.nested() && name.contains("$"));
    } catch (IOException e) {
      // A file that cannot be read must show up as a failed test, not vanish.
      return true;
    }
  }

  private static String relative(Path root, Path file) {
    return root.relativize(file).toString();
  }

  private static String name(String file) {
    return file.substring(0, file.length() - SUFFIX.length()).replace('/', '.');
  }
}
