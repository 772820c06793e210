package io.rrrspec.common.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tag expression of the JUnit Platform: names of tags with {@code !}, {@code &}, {@code |} and
 * parentheses, in this order of strength, {@code any()} and {@code none()}. As in Surefire's {@code
 * groups}, {@code &&} and {@code ||} mean the same as the single characters, and {@code ,} is the
 * weakest {@code |}.
 *
 * <p>The platform's own parser is in the project's class path, which a client does not have: a
 * wrong expression is to be told before anything starts.
 */
public final class TagExpression {
  private static final Pattern TOKEN =
      Pattern.compile("any\\(\\)|none\\(\\)|&&?|\\|\\|?|[!(),]|[^\\s!&|(),]++");

  /** Each may be a call within a call, both here and where it is asked. */
  private static final int MOST_TOKENS = 1_000;

  private final String text;
  private final List<String> tokens = new ArrayList<>();
  private int next;

  private TagExpression(String text) {
    this.text = text;
  }

  /** The tags of a test. */
  public interface Tags {
    /** Whether the test has the tag of this name. */
    boolean has(String name);

    /** Whether the test has no tag at all. */
    boolean none();
  }

  /**
   * Reads an expression; the answer is whether a test with these tags is meant.
   *
   * @throws IllegalArgumentException if it is none; the message says in a few words why
   */
  public static Predicate<Tags> parse(String text) {
    TagExpression expression = new TagExpression(text);
    expression.split();
    Predicate<Tags> whole = expression.list();
    if (expression.next < expression.tokens.size()) {
      String token = expression.tokens.get(expression.next);
      throw new IllegalArgumentException(
          token.equals(")") ? "a '(' is missing" : "an operator is missing before '" + token + "'");
    }
    return whole;
  }

  private void split() {
    // What is no token is a blank.
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      if (tokens.size() == MOST_TOKENS) {
        throw new IllegalArgumentException("it has more than 1,000 tags and operators");
      }
      String token = matcher.group();
      tokens.add(token.equals("&&") || token.equals("||") ? token.substring(0, 1) : token);
    }
  }

  private Predicate<Tags> list() {
    Predicate<Tags> left = either();
    while (take(",")) {
      left = left.or(either());
    }
    return left;
  }

  private Predicate<Tags> either() {
    Predicate<Tags> left = both();
    while (take("|")) {
      left = left.or(both());
    }
    return left;
  }

  private Predicate<Tags> both() {
    Predicate<Tags> left = one();
    while (take("&")) {
      left = left.and(one());
    }
    return left;
  }

  private Predicate<Tags> one() {
    if (take("!")) {
      return one().negate();
    }
    if (take("(")) {
      Predicate<Tags> inner = list();
      if (!take(")")) {
        throw new IllegalArgumentException("a ')' is missing");
      }
      return inner;
    }
    if (take("any()")) {
      return tags -> !tags.none();
    }
    if (take("none()")) {
      return Tags::none;
    }
    if (next == tokens.size() || "&|,)".contains(tokens.get(next))) {
      throw new IllegalArgumentException(
          next == 0
              ? "a tag is missing at the beginning"
              : "a tag is missing behind '" + tokens.get(next - 1) + "'");
    }
    String name = tokens.get(next++);
    return tags -> tags.has(name);
  }

  private boolean take(String token) {
    boolean there = next < tokens.size() && tokens.get(next).equals(token);
    next += there ? 1 : 0;
    return there;
  }
}
