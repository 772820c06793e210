package io.rrrspec.worker.slave;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the name of a task names a test class. */
final class SpecFile {
  private static final Pattern SOURCE = Pattern.compile("(.+)\\.(?:java|kt|groovy|scala)");
  private static final Pattern USUAL_ROOT =
      Pattern.compile("(?:^|.*/)src/[^/]+/(?:java|kotlin|groovy|scala)/(.+)");

  private SpecFile() {}

  /**
   * The class names that it may stand for, the likeliest first: {@code com.foo.BarTest}, {@code
   * module/dir:com.foo.BarTest} or the path of a source file. Of a path that does not show where
   * its packages begin, every directory may be the first one.
   */
  static List<String> classNames(String specFile) {
    String name = specFile.substring(specFile.lastIndexOf(':') + 1).strip();
    Matcher source = SOURCE.matcher(name);
    // A class may be called "java"; what has no slash and a package is a class name.
    if (!source.matches() || (name.indexOf('/') < 0 && name.indexOf('.') < name.lastIndexOf('.'))) {
      return List.of(name);
    }
    String path = source.group(1);
    Matcher usual = USUAL_ROOT.matcher(path);
    if (usual.matches()) {
      return List.of(usual.group(1).replace('/', '.'));
    }
    List<String> candidates = new ArrayList<>();
    for (int start = 0; start >= 0; start = next(path, start)) {
      candidates.add(path.substring(start).replace('/', '.'));
    }
    return candidates;
  }

  private static int next(String path, int start) {
    int slash = path.indexOf('/', start);
    return slash < 0 ? -1 : slash + 1;
  }
}
