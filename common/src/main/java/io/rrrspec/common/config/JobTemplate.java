package io.rrrspec.common.config;

/**
 * A command line in which a job stands as one word. The job comes from anybody who may push, so it
 * must stand where the quotes that are put around it mean what they say: not inside of other
 * quotes, and not in a comment or a here document.
 */
public final class JobTemplate {
  private static final String JOB = "{job}";

  private JobTemplate() {}

  /** Whether each job in a template, one at least, stands where quotes around it hold. */
  static boolean isSafe(String template) {
    if (!template.contains(JOB) || template.contains("<<") || template.contains("`")) {
      return false;
    }
    boolean inSingle = false;
    boolean inDouble = false;
    boolean escaped = false;
    boolean comment = false;
    for (int i = 0; i < template.length(); i++) {
      char c = template.charAt(i);
      if (template.startsWith(JOB, i)
          && (inSingle
              || inDouble
              || escaped
              || comment
              || (i > 0 && "$'\"".indexOf(before(template, i)) >= 0))) {
        return false;
      }
      if (escaped) {
        escaped = false;
      } else if (comment) {
        comment = c != '\n';
      } else if (c == '\\' && !inSingle) {
        escaped = true;
      } else if (c == '\'' && !inDouble) {
        inSingle = !inSingle;
      } else if (c == '"' && !inSingle) {
        inDouble = !inDouble;
      } else if (c == '#' && !inSingle && !inDouble && isWordStart(template, i)) {
        comment = true;
      }
    }
    return !inSingle && !inDouble;
  }

  private static char before(String template, int at) {
    return template.charAt(at - 1);
  }

  private static boolean isWordStart(String template, int at) {
    return at == 0 || " \t\n;&|()".indexOf(before(template, at)) >= 0;
  }

  /** The command line for a job. */
  public static String fill(String template, String job) {
    return template.replace(JOB, quoted(job));
  }

  /** As one word of the shell: nothing in it means anything to that. */
  public static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
