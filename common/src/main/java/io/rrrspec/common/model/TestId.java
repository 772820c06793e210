package io.rrrspec.common.model;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names a test class under one execution of the build's test goal: {@code com.foo.BarTest@it}, in a
 * build of several modules {@code module/dir:com.foo.BarTest@it}. As text it is the spec_file of
 * its task. {@link #DEFAULT_EXECUTION} is left out of the text.
 *
 * @param module the module's directory relative to the project; empty for a project without modules
 * @param className the full name of the class
 * @param execution the id of the execution; null if the text names none: then it means the default
 *     execution, or, from a client that knows nothing of executions, each that selects the class
 */
public record TestId(String module, String className, @Nullable String execution) {
  /** What Maven calls the execution that every project has without asking for it. */
  public static final String DEFAULT_EXECUTION = "default-test";

  private static final String ENDINGS = "java|kt|groovy|scala";
  private static final Pattern SOURCE =
      Pattern.compile("(?:(.*)/)?src/[^/]+/[^/]+/(.+)\\.(?:" + ENDINGS + ")");
  private static final Pattern ANY_SOURCE = Pattern.compile("(.+)\\.(?:" + ENDINGS + ")");
  private static final Pattern IN_MODULE = Pattern.compile("([^:]+):([^\\s:/]+)");

  /** An execution has none of the characters that separate, see {@link #encoded}. */
  private static final Pattern WITH_EXECUTION = Pattern.compile("([^@]|.+[^@])@([^@:/\\s]+)");

  private static final Pattern NAME =
      Pattern.compile("(?:[^\\s:]+:)?[\\p{L}\\p{N}_.$]+@[^@:/\\s]+");

  /** Reads a name or the path of a source file; never fails, as any text may be a class's name. */
  public static TestId parse(String specFile) {
    String text = specFile.strip();
    if (isPlainName(text)) {
      return new TestId("", text, null);
    }
    Matcher named = WITH_EXECUTION.matcher(text);
    String execution = null;
    if (named.matches()) {
      text = named.group(1);
      execution = decoded(named.group(2));
    }
    Matcher source = SOURCE.matcher(text);
    if (source.matches()) {
      String module = source.group(1) == null || source.group(1).equals(".") ? "" : source.group(1);
      return new TestId(module, source.group(2).replace('/', '.'), execution);
    }
    Matcher inModule = IN_MODULE.matcher(text);
    return inModule.matches()
        ? new TestId(inModule.group(1), inModule.group(2), execution)
        : new TestId("", text, execution);
  }

  /** As most tasks have; each of the patterns needs one of these characters. */
  private static boolean isPlainName(String text) {
    return text.indexOf('@') < 0 && text.indexOf('/') < 0 && text.indexOf(':') < 0;
  }

  /** Whether a text, perhaps a command line, is the name of a class with an execution. */
  public static boolean namesExecution(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * Lists the classes that a spec_file may mean, the likeliest first. Of a path that does not show
   * where its packages begin, every directory may be the first one.
   */
  public static List<String> classNames(String specFile) {
    return parse(specFile).classNames();
  }

  /** The same for a name that was parsed. */
  public List<String> classNames() {
    String name = className;
    if (!hasEnding(name)) {
      return List.of(name);
    }
    Matcher source = ANY_SOURCE.matcher(name);
    // A class may be called "java"; what has no slash and a package is a class name.
    if (!source.matches() || (name.indexOf('/') < 0 && name.indexOf('.') < name.lastIndexOf('.'))) {
      return List.of(name);
    }
    String path = source.group(1);
    List<String> candidates = new ArrayList<>();
    int start = 0;
    int slash;
    do {
      candidates.add(path.substring(start).replace('/', '.'));
      slash = path.indexOf('/', start);
      start = slash + 1;
    } while (slash >= 0);
    return candidates;
  }

  /** Whether it may be a source file: only then the pattern is worth its time. */
  private static boolean hasEnding(String name) {
    return name.endsWith("java")
        || name.endsWith("kt")
        || name.endsWith("groovy")
        || name.endsWith("scala");
  }

  /** The id of the execution, or nothing for the default one: what names and files show. */
  public String shownExecution() {
    return execution == null || execution.equals(DEFAULT_EXECUTION) ? "" : execution;
  }

  /** The text without the execution. */
  public String withoutExecution() {
    return module.isEmpty() ? className : module + ':' + className;
  }

  /** A class's name with the execution behind it, where that is not the default one. */
  public String named(String otherClass) {
    String shown = shownExecution();
    return shown.isEmpty() ? otherClass : otherClass + '@' + encoded(shown);
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return named(withoutExecution());
  }

  /** Maven takes any text as an id; what would be read as something else is written as %XX. */
  private static String encoded(String execution) {
    StringBuilder text = new StringBuilder();
    for (byte b : execution.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain = c > ' ' && c < 127 && "@:/%*?+,".indexOf(c) < 0;
      text.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
    }
    return text.toString();
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // Nobody of ours wrote it: then it is what it is.
      return text;
    }
  }
}
