package io.rrrspec.common.run;

import java.util.List;

/**
 * Tells the project's own frames in a stack trace: those of the test and of the project's other
 * classes, which are those that share the first two packages with the test. Libraries that the test
 * may share them with are none of them.
 */
public final class OwnFrames {
  private static final String FRAME = "at ";
  private static final String CLASS_PATH = "app//";
  private static final String LAMBDA = "lambda$";

  /** Those that run tests, and are in packages that projects share with them. */
  private static final List<String> LIBRARIES =
      List.of("org.apache.maven.", "org.junit.", "org.springframework.test.");

  private final String className;
  private final String packages;

  private OwnFrames(String className, String packages) {
    this.className = className;
    this.packages = packages;
  }

  /** Returns those of the project that has a test of this class; of no class there is none. */
  public static OwnFrames of(String className) {
    return new OwnFrames(className, packages(className));
  }

  /** The first two packages, with a dot behind each; the class itself if it is in none. */
  private static String packages(String className) {
    int first = className.indexOf('.');
    if (first < 0) {
      int nested = className.indexOf('$');
      return nested < 0 ? className : className.substring(0, nested);
    }
    int second = className.indexOf('.', first + 1);
    return className.substring(0, (second < 0 ? first : second) + 1);
  }

  /** Whether a line of a trace, without the blanks around it, is a frame. */
  public static boolean isFrame(String line) {
    return line.startsWith(FRAME) && line.indexOf('(') > 0;
  }

  /**
   * Whether a frame is the project's own.
   *
   * @param frame begins with {@code at }; it may name loader and module before the class: {@code at
   *     app//com.foo.BarTest.x(…)}
   */
  public boolean isOwn(String frame) {
    int from = start(frame);
    if (packages.isEmpty() || !frame.startsWith(packages, from)) {
      return false;
    }
    if (!packages.endsWith(".")) {
      int end = from + packages.length();
      return end < frame.length() && (frame.charAt(end) == '.' || frame.charAt(end) == '$');
    }
    return LIBRARIES.stream()
        .noneMatch(library -> frame.startsWith(library, from) && !className.startsWith(library));
  }

  /** Returns a frame without a loader that says nothing: the class path. */
  public static String plain(String frame) {
    return frame.startsWith(FRAME + CLASS_PATH)
        ? FRAME + frame.substring(FRAME.length() + CLASS_PATH.length())
        : frame;
  }

  /**
   * Returns the class and the method of a frame, without file and line: {@code com.foo.Bar.x}. A
   * lambda counts as the method that has it, a proxy as its class.
   */
  public static String method(String frame) {
    int end = frame.indexOf('(');
    String name = frame.substring(start(frame), end < 0 ? frame.length() : end);
    int dot = name.lastIndexOf('.');
    if (dot < 0) {
      return name;
    }
    String type = name.substring(0, dot);
    int proxy = type.indexOf("$$");
    return (proxy > 0 ? type.substring(0, proxy) : type) + '.' + source(name.substring(dot + 1));
  }

  private static String source(String method) {
    int number = method.lastIndexOf('$');
    return method.startsWith(LAMBDA) && number > LAMBDA.length()
        ? method.substring(LAMBDA.length(), number)
        : method;
  }

  private static int start(String frame) {
    int open = frame.indexOf('(');
    int slash = frame.lastIndexOf('/', open < 0 ? frame.length() : open);
    return Math.max(Math.min(FRAME.length(), frame.length()), slash + 1);
  }
}
