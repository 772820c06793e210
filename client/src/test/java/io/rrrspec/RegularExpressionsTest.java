package io.rrrspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.RegularExpressions.Use;
import io.rrrspec.testing.Checkout;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No regular expression takes more than linear time, whatever a test, a name in Redis or a request
 * makes of its input. What is counted are looks at characters: time would decide by the machine.
 */
class RegularExpressionsTest {
  private static final int LENGTH = 2_000;

  /** The engine calls itself for each turn of some groups. */
  private static final int DEEP = 20_000;

  private static final long LOOKS_PER_CHARACTER = 60;

  /** Made from patterns that somebody types or writes into the build that is run. */
  private static final Set<String> MADE_AT_RUN_TIME =
      Set.of("NameExpression.java", "OutsideRoots.java");

  /** Read nothing but a setting of the user who starts the program: groups of the build, a URL. */
  private static final Set<String> OF_OWN_SETTINGS = Set.of("GroupExpression.java", "JdbcUrl.java");

  private static List<Use> all() throws Exception {
    return RegularExpressions.in(
        Stream.of(
                "common",
                "server",
                "worker/agent",
                "worker/build",
                "worker/maven-extension",
                "worker/slave",
                "persister/mover",
                "persister/record",
                "persister/viewer",
                "client")
            .map(module -> Checkout.root().resolve(module).resolve("src/main/java"))
            .toList());
  }

  @Test
  void noneIsWorseThanLinear() throws Exception {
    List<String> slow = new ArrayList<>();
    for (Use use : all()) {
      if (OF_OWN_SETTINGS.contains(use.file().getFileName().toString())) {
        continue;
      }
      use.regex()
          .flatMap(regex -> attack(regex, use.searched()))
          .ifPresent(how -> slow.add(use + how));
    }
    assertThat(slow).isEmpty();
  }

  @Test
  void allAreLookedAt() throws Exception {
    List<Use> uses = all();
    assertThat(uses).hasSizeGreaterThan(80);
    assertThat(uses.stream().filter(use -> use.regex().isEmpty()))
        .allMatch(use -> MADE_AT_RUN_TIME.contains(use.file().getFileName().toString()));
  }

  @Test
  void aBadOneIsFound() {
    assertThat(attack("expected: (.*?)\\n\\s*but was: (.*)", true)).isPresent();
    assertThat(attack("/+$", true)).isPresent();
    assertThat(attack("(a|b)*c", false)).isPresent();
    assertThat(attack("^.*?:task:", true)).isEmpty();
  }

  /** How it can be slowed down; empty if none of the tries does. */
  private static Optional<String> attack(String regex, boolean searched) {
    Pattern pattern = Pattern.compile(regex);
    List<String> tokens = tokens(regex);
    for (String first : tokens) {
      for (String second : tokens) {
        for (String end : List.of("", "\0")) {
          String halves =
              first.repeat(LENGTH / 2 / first.length())
                  + second.repeat(LENGTH / 2 / second.length());
          String one = first + second.repeat(LENGTH / second.length());
          for (String input : List.of(halves + end, one + end)) {
            if (isSlow(pattern, input, searched)) {
              return Optional.of(" is slow for " + quoted(first) + "…" + quoted(second) + "…");
            }
          }
        }
      }
      for (String end : List.of("", "\0")) {
        try {
          run(pattern, first.repeat(DEEP / first.length()) + end, searched);
        } catch (StackOverflowError e) {
          return Optional.of(" needs a deep stack for " + quoted(first) + "…");
        }
      }
    }
    return Optional.empty();
  }

  private static String quoted(String text) {
    return "'" + text.replace("\n", "\\n") + "'";
  }

  private static boolean isSlow(Pattern pattern, String input, boolean searched) {
    Counted text = new Counted(input, LOOKS_PER_CHARACTER * LENGTH);
    try {
      run(pattern, text, searched);
      return false;
    } catch (TooManyLooks e) {
      return true;
    } catch (StackOverflowError e) {
      return true;
    }
  }

  private static void run(Pattern pattern, CharSequence text, boolean searched) {
    pattern.matcher(text).matches();
    Matcher matcher = pattern.matcher(text);
    while (searched && matcher.find()) {
      // All of them, as replaceAll and split do.
    }
  }

  /** The words and characters of a regular expression, and a few that classes stand for. */
  private static List<String> tokens(String regex) {
    Set<String> tokens = new LinkedHashSet<>();
    Matcher words = Pattern.compile("[A-Za-z:]++(?: \\w++:?)*+ ?").matcher(regex.replace("\\", ""));
    while (words.find()) {
      tokens.add(words.group());
    }
    regex
        .chars()
        .filter(c -> "()|+?".indexOf(c) < 0)
        .forEach(c -> tokens.add(String.valueOf((char) c)));
    tokens.addAll(List.of("a", "0", " ", "\n", "\t"));
    return tokens.stream().limit(24).toList();
  }

  private static final class TooManyLooks extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Counts how often it is looked at. */
  private static final class Counted implements CharSequence {
    private final CharSequence text;
    private long looks;

    Counted(CharSequence text, long looks) {
      this.text = text;
      this.looks = looks;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (--looks < 0) {
        throw new TooManyLooks();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
