package io.rrrspec.common.flow.file;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.SafeName;
import io.rrrspec.common.flow.file.YamlNode.Entry;
import io.rrrspec.common.flow.file.YamlNode.Mapping;
import io.rrrspec.common.flow.file.YamlNode.Scalar;
import io.rrrspec.common.flow.file.YamlNode.Sequence;
import io.rrrspec.common.flow.file.YamlNode.Type;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the values of single keys; each of them says what to write instead of what is wrong. */
final class Values {
  private static final Pattern DURATION = Pattern.compile("([1-9]\\d{0,4})([smh])");
  private static final Duration LONGEST = Duration.ofHours(24);
  private static final int SHOWN = 80;

  private Values() {}

  /** A text of one line that is not blank, without blanks around it. */
  static String line(Entry entry, int longest, String what) {
    return line(entry, entry.value(), longest, what);
  }

  /** The same of an item of a list. */
  static String line(Entry entry, YamlNode value, int longest, String what) {
    String text = text(entry, value, what).strip();
    if (text.isEmpty()) {
      throw wrong(entry, value, what);
    }
    if (hasControls(text)) {
      throw value
          .place()
          .wrong("'" + entry.key() + "' has several lines or control characters: write " + what);
    }
    if (text.length() > longest) {
      throw value.place().wrong(tooLong("'" + entry.key() + "'", longest));
    }
    return text;
  }

  /** A name that may become a part of a path or of a key; null if the key is not there. */
  static @Nullable String safeName(@Nullable Entry entry) {
    if (entry == null) {
      return null;
    }
    String what = "a name of letters, digits, '.', '_' and '-' that does not start with . or -";
    String name = text(entry, entry.value(), what);
    if (!SafeName.isSafe(name) || name.startsWith("-")) {
      throw wrong(entry, entry.value(), what);
    }
    return name;
  }

  private static String text(Entry entry, YamlNode value, String what) {
    if (!(value instanceof Scalar scalar) || scalar.type() == Type.EMPTY) {
      throw wrong(entry, value, what);
    }
    if (scalar.type() != Type.TEXT) {
      String type = scalar.type() == Type.BOOLEAN ? "a truth value" : "a number";
      String text = brief(scalar.text());
      throw value
          .place()
          .wrong(quoted(entry.key()) + " is " + type + " in YAML: write \"" + text + "\"");
    }
    return scalar.text();
  }

  static int number(Entry entry, int least, int most) {
    String what = String.format(Locale.ROOT, "a whole number, %,d to %,d", least, most);
    if (entry.value() instanceof Scalar scalar
        && scalar.type() == Type.TEXT
        && scalar.text().matches("\\d+")) {
      throw scalar
          .place()
          .wrong(quoted(entry.key()) + " is " + shown(scalar) + ", a text: write " + what);
    }
    if (!(entry.value() instanceof Scalar scalar)
        || scalar.type() != Type.WHOLE_NUMBER
        || !scalar.text().matches("\\d{1,9}")) {
      throw wrong(entry, entry.value(), what);
    }
    int number = Integer.parseInt(scalar.text());
    if (number < least || number > most) {
      throw wrong(entry, entry.value(), what);
    }
    return number;
  }

  /** As {@link #number}, or null if the key is not there. */
  static @Nullable Integer numberIfThere(@Nullable Entry entry, int least, int most) {
    return entry == null ? null : number(entry, least, most);
  }

  static @Nullable Duration duration(@Nullable Entry entry) {
    if (entry == null) {
      return null;
    }
    String what = "a duration such as 90s, 30m or 2h, 1s to 24h";
    Matcher matcher = DURATION.matcher(entry.value() instanceof Scalar scalar ? scalar.text() : "");
    if (!matcher.matches()) {
      throw wrong(entry, entry.value(), what);
    }
    long count = Long.parseLong(matcher.group(1));
    Duration duration =
        switch (matcher.group(2)) {
          case "s" -> Duration.ofSeconds(count);
          case "m" -> Duration.ofMinutes(count);
          default -> Duration.ofHours(count);
        };
    if (duration.isZero() || duration.compareTo(LONGEST) > 0) {
      throw wrong(entry, entry.value(), what);
    }
    return duration;
  }

  static boolean truth(@Nullable Entry entry, boolean otherwise) {
    if (entry == null) {
      return otherwise;
    }
    if (!(entry.value() instanceof Scalar scalar) || scalar.type() != Type.BOOLEAN) {
      throw wrong(entry, entry.value(), "true or false");
    }
    return Boolean.parseBoolean(scalar.text());
  }

  /** A list with something in it. */
  static List<YamlNode> list(Entry entry, int most, String what) {
    if (!(entry.value() instanceof Sequence list) || list.items().isEmpty()) {
      throw wrong(entry, entry.value(), what);
    }
    if (list.items().size() > most) {
      throw list.place()
          .wrong(
              String.format(
                  Locale.ROOT,
                  "'%s' has %,d items: write %,d at most",
                  entry.key(),
                  list.items().size(),
                  most));
    }
    return list.items();
  }

  static Mapping map(Entry entry, String what) {
    if (!(entry.value() instanceof Mapping map)) {
      throw wrong(entry, entry.value(), what);
    }
    return map;
  }

  static UsageException wrong(Entry entry, YamlNode value, String what) {
    return value.place().wrong(quoted(entry.key()) + " is " + shown(value) + ": write " + what);
  }

  /** A value as a message has it. */
  static String shown(YamlNode value) {
    if (value instanceof Scalar scalar) {
      return scalar.type() == Type.EMPTY ? "empty" : quoted(scalar.text());
    }
    if (value instanceof Sequence list) {
      return list.items().isEmpty() ? "an empty list" : "a list";
    }
    return "a map";
  }

  static String tooLong(String what, int longest) {
    return String.format(
        Locale.ROOT, "%s is too long: write at most %,d characters", what, longest);
  }

  static boolean hasControls(String text) {
    return text.chars().anyMatch(Character::isISOControl);
  }

  static String quoted(String text) {
    return "'" + brief(text) + "'";
  }

  /** A text in one line that is harmless for terminals. */
  static String brief(String text) {
    String line = text.replaceAll("[\\s\\p{Cntrl}\\x{80}-\\x{9f}]+", " ").strip();
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }
}
