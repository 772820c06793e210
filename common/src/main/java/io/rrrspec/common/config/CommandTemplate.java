package io.rrrspec.common.config;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command line with placeholders, {@code {name}}, of which each stands for one word. The values
 * come from anybody who may push a job or send a request, so a placeholder must stand where the
 * quotes that are put around a value mean what they say: not inside of other quotes, and not in a
 * comment, a here document, a {@code ${...}} or an expression that bash calculates. What the
 * command does with the word ({@code eval}, options) is up to the template.
 */
public final class CommandTemplate {
  /** Where a placeholder must stand, for messages. */
  static final String WHERE =
      "as a word of its own, outside of quotes, backticks, comments, here documents, ${...},"
          + " $((...)) and [[...]]";

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z_][a-z0-9_]*+)\\}");

  private final String template;
  private final Deque<Context> around = new ArrayDeque<>();
  private final List<Place> places = new ArrayList<>();

  /** Something that only the shell understands: quotes hold nowhere. */
  private boolean unclear;

  private boolean escaped;
  private int at;

  /** What the shell reads. */
  private enum Context {
    COMMAND,
    /** Between parentheses. */
    SUBSHELL,
    DOUBLE_QUOTES,
    SINGLE_QUOTES,
    /** <code>${...}</code>. */
    EXPANSION,
    COMMENT
  }

  /**
   * A name in braces.
   *
   * @param ofShell whether the braces are those of <code>${...}</code>, or inside of them
   * @param quotable whether quotes around a value hold there
   */
  private record Place(String name, int start, int end, boolean ofShell, boolean quotable) {}

  private CommandTemplate(String template) {
    this.template = template;
    around.push(Context.COMMAND);
    Matcher matcher = PLACEHOLDER.matcher(template);
    for (at = 0; at < template.length(); at++) {
      if (template.charAt(at) == '{' && matcher.region(at, template.length()).lookingAt()) {
        places.add(place(matcher));
      }
      step(template.charAt(at));
    }
    popIf(around.element() == Context.COMMENT);
  }

  /**
   * Whether each placeholder of these names stands where quotes hold; also if there is none.
   *
   * @param names other names in braces are text like any other
   */
  static boolean isSafe(String template, Set<String> names) {
    CommandTemplate read = new CommandTemplate(template);
    List<Place> filled =
        read.places.stream().filter(place -> names.contains(place.name())).toList();
    return filled.isEmpty()
        || filled.stream().allMatch(Place::quotable)
            && !read.unclear
            && read.around.size() == 1
            && !template.contains("<<")
            && !template.contains("`");
  }

  /**
   * The names in braces, in the order of the template; without those that belong to the shell's
   * <code>${...}</code>.
   */
  static Set<String> placeholders(String template) {
    Set<String> names = new LinkedHashSet<>();
    for (Place place : new CommandTemplate(template).places) {
      if (!place.ofShell()) {
        names.add(place.name());
      }
    }
    return names;
  }

  /**
   * The command line with a value, quoted, for each placeholder. A value is never looked through
   * for placeholders.
   *
   * @param values by name, without the character NUL; a name in braces that is not among them stays
   *     as it is
   */
  public static String fill(String template, Map<String, String> values) {
    StringBuilder filled = new StringBuilder();
    int done = 0;
    for (Place place : new CommandTemplate(template).places) {
      String value = place.ofShell() ? null : values.get(place.name());
      if (value != null) {
        filled.append(template, done, place.start()).append(quoted(value));
        done = place.end();
      }
    }
    return filled.append(template, done, template.length()).toString();
  }

  /** As one word of the shell: nothing in it means anything to that. */
  public static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private Place place(Matcher matcher) {
    boolean ofShell = before() == '$' || around.contains(Context.EXPANSION);
    // In "$(...)" the quotes would hold, but what is printed is a part of another text.
    boolean inCommand =
        around.stream()
            .allMatch(context -> context == Context.COMMAND || context == Context.SUBSHELL);
    boolean quotable = inCommand && !ofShell && !escaped && "'\"".indexOf(before()) < 0;
    return new Place(matcher.group(1), matcher.start(), matcher.end(), ofShell, quotable);
  }

  private void step(char c) {
    Context context = around.element();
    if (escaped) {
      escaped = false;
    } else if (context == Context.COMMENT) {
      popIf(c == '\n');
    } else if (context == Context.SINGLE_QUOTES) {
      popIf(c == '\'');
    } else if (c == '\\') {
      escaped = true;
    } else if (c == '"' && context == Context.DOUBLE_QUOTES) {
      around.pop();
    } else if (c == '"') {
      around.push(Context.DOUBLE_QUOTES);
    } else if (c == '$') {
      dollar(context);
    } else if (context == Context.EXPANSION) {
      inExpansion(c);
    } else if (context != Context.DOUBLE_QUOTES) {
      inCommand(c, context);
    }
  }

  private void dollar(Context context) {
    unclear |=
        template.startsWith("((", at + 1)
            || template.startsWith("[", at + 1)
            || (context != Context.DOUBLE_QUOTES && template.startsWith("'", at + 1));
    if (template.startsWith("(", at + 1)) {
      around.push(Context.SUBSHELL);
      at++;
    } else if (template.startsWith("{", at + 1)) {
      around.push(Context.EXPANSION);
    }
  }

  private void inExpansion(char c) {
    popIf(c == '}');
    if (c == '\'') {
      // Whether it is a quote inside of "${...}" depends on the operator.
      unclear |= around.contains(Context.DOUBLE_QUOTES);
      around.push(Context.SINGLE_QUOTES);
    }
  }

  private void inCommand(char c, Context context) {
    if (c == '\'') {
      around.push(Context.SINGLE_QUOTES);
    } else if (c == '(') {
      unclear |= template.startsWith("(", at + 1);
      around.push(Context.SUBSHELL);
    } else if (c == ')') {
      popIf(context == Context.SUBSHELL);
    } else if (c == '#' && isWordStart()) {
      around.push(Context.COMMENT);
    } else if (c == '[') {
      // An index is calculated, and so are both sides of -eq.
      unclear |= template.startsWith("[", at + 1) || isPartOfName(before());
    } else if (around.size() > 1 && isWordStart() && template.startsWith("case", at)) {
      // The parenthesis behind a pattern would end the subshell.
      unclear = true;
    }
  }

  private void popIf(boolean ends) {
    if (ends) {
      around.pop();
    }
  }

  /** The character before this one; a blank at the start. */
  private char before() {
    return at == 0 ? ' ' : template.charAt(at - 1);
  }

  private boolean isWordStart() {
    return " \t\n;&|()".indexOf(before()) >= 0;
  }

  private static boolean isPartOfName(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }
}
