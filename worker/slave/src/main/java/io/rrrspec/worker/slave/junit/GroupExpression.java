package io.rrrspec.worker.slave.junit;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code groups} as Surefire does for JUnit 4 and TestNG: names joined by {@code ,} {@code
 * ||} {@code OR} and by {@code &&} {@code AND}, with {@code !} {@code NOT} and parentheses.
 *
 * <p>The grammar is that of Surefire 3.5.3's GroupMatcherParser, peculiarities included: no
 * operator binds more than another, so that {@code a && b || c} is {@code a && (b || c)}, and what
 * follows the first whole expression is passed over.
 */
final class GroupExpression {
  /** Each may be a call within a call, both here and where it is asked. */
  private static final int MOST_TOKENS = 1_000;

  private static final Pattern TOKEN =
      Pattern.compile("\\s*(\\(|\\)|,|&&|\\|\\||!|[\\p{L}\\p{N}_.*$/\\-]+)\\s*");
  private static final Set<String> OR = Set.of(",", "||", "or");
  private static final Set<String> AND = Set.of("&&", "and");
  private static final Set<String> NOT = Set.of("!", "not");

  private final String text;
  private final Matcher tokens;
  private String token = "";
  private int count;

  private GroupExpression(String text) {
    this.text = text;
    this.tokens = TOKEN.matcher(text);
  }

  /** The groups of a test. */
  @FunctionalInterface
  interface Groups {
    /** Whether the test is in a group that the name stands for. */
    boolean include(String name);
  }

  /**
   * Reads an expression; the answer is whether a test in the given groups is meant.
   *
   * @throws IllegalArgumentException if Surefire could not read it either
   */
  static Predicate<Groups> parse(String text) {
    GroupExpression expression = new GroupExpression(text);
    expression.next();
    return expression.whole();
  }

  private Predicate<Groups> whole() {
    Predicate<Groups> left = one();
    boolean or = OR.contains(operator());
    if (!or && !AND.contains(operator())) {
      return left;
    }
    next();
    if (token.isEmpty()) {
      return left;
    }
    return or ? left.or(whole()) : left.and(whole());
  }

  private Predicate<Groups> one() {
    String now = token;
    if (NOT.contains(operator())) {
      next();
      return one().negate();
    }
    if (now.equals("(")) {
      next();
      Predicate<Groups> inner = whole();
      if (!token.equals(")")) {
        throw unreadable();
      }
      next();
      return inner;
    }
    if (now.isEmpty() || now.equals(")") || OR.contains(operator()) || AND.contains(operator())) {
      throw unreadable();
    }
    next();
    String name = now.endsWith(".class") ? now.substring(0, now.length() - 6) : now;
    return groups -> groups.include(name);
  }

  private String operator() {
    return token.toLowerCase(Locale.ROOT);
  }

  /** Takes the next token; empty at the end. */
  private void next() {
    if (++count > MOST_TOKENS) {
      throw new IllegalArgumentException("groups have more than 1,000 names and operators");
    }
    if (tokens.regionStart() == tokens.regionEnd()) {
      token = "";
    } else if (tokens.lookingAt()) {
      token = tokens.group(1);
      tokens.region(tokens.end(), text.length());
    } else {
      throw unreadable();
    }
  }

  private IllegalArgumentException unreadable() {
    return new IllegalArgumentException("groups cannot be read: " + text);
  }
}
