package io.rrrspec.client.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a task's spec_file says about the test class: {@code com.foo.BarTest}, {@code
 * module/dir:com.foo.BarTest}, or the path of the class's source file.
 *
 * @param module the module's directory relative to the project; empty for a project without modules
 * @param className the test class; for a command the whole spec_file
 */
record SpecName(String module, String className) {
  private static final Pattern SOURCE =
      Pattern.compile("(?:(.*)/)?src/[^/]+/[^/]+/(.+)\\.(?:java|kt|groovy|scala)");
  private static final Pattern IN_MODULE = Pattern.compile("([^\\s:]+):([\\w.$]+)");

  static SpecName of(String specFile, String runner) {
    if (runner.equals("command")) {
      return new SpecName("", specFile);
    }
    Matcher source = SOURCE.matcher(specFile);
    if (source.matches()) {
      String module = source.group(1) == null ? "" : source.group(1);
      return new SpecName(module.equals(".") ? "" : module, source.group(2).replace('/', '.'));
    }
    Matcher inModule = IN_MODULE.matcher(specFile);
    if (inModule.matches()) {
      return new SpecName(inModule.group(1), inModule.group(2));
    }
    return new SpecName("", specFile);
  }
}
