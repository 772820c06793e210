package io.rrrspec.common.flow.file;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.flow.file.YamlNode.Entry;
import io.rrrspec.common.flow.file.YamlNode.Mapping;
import io.rrrspec.common.flow.file.YamlNode.Scalar;
import io.rrrspec.common.flow.file.YamlNode.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads what becomes environment variables: {@code variables}, {@code env} and {@code matrix}. */
final class VariableReader {
  /** Most variables that one run gets from the steps around it, and most of a flow. */
  static final int MOST = 256;

  /** Longest value, in characters. */
  static final int LONGEST = 4_096;

  static final int MOST_COMBINATIONS = 256;

  private static final int MOST_AXES = 10;
  private static final int LONGEST_IN_NAME = 100;
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,99}");
  private static final String OURS = "RRRSPEC_";

  private VariableReader() {}

  /** Names with texts. */
  static Map<String, String> variables(Entry entry) {
    Mapping map = Values.map(entry, "a map of names to texts, such as {TARGET: staging}");
    if (map.entries().size() > MOST) {
      throw tooMany(entry);
    }
    Map<String, String> variables = new LinkedHashMap<>();
    for (Entry variable : map.entries().values()) {
      checkName(variable);
      String value = value(variable, variable.value());
      if (value.length() > LONGEST) {
        throw variable.value().place().wrong(Values.tooLong(quoted(variable), LONGEST));
      }
      variables.put(variable.key(), value);
    }
    return variables;
  }

  static UsageException tooMany(Entry entry) {
    return entry
        .place()
        .wrong("more than " + MOST + " variables, with those of the steps around: remove some");
  }

  /**
   * Names with lists of values.
   *
   * @return each combination once, the values of the last name changing first
   */
  static List<Map<String, String>> combinations(Entry entry) {
    Mapping map = Values.map(entry, "a map of names to lists, such as {JDK: [17, 21]}");
    if (map.entries().isEmpty() || map.entries().size() > MOST_AXES) {
      throw map.place().wrong("a matrix has 1 to " + MOST_AXES + " names: write {JDK: [17, 21]}");
    }
    List<Map<String, String>> combinations = List.of(Map.of());
    for (Entry axis : map.entries().values()) {
      checkName(axis);
      combinations = multiplied(combinations, axis);
      if (combinations.size() > MOST_COMBINATIONS) {
        throw entry
            .place()
            .wrong("a matrix of more than " + MOST_COMBINATIONS + " combinations: make it smaller");
      }
    }
    return combinations;
  }

  private static List<Map<String, String>> multiplied(
      List<Map<String, String>> combinations, Entry axis) {
    List<String> values = axisValues(axis);
    List<Map<String, String>> products = new ArrayList<>();
    for (Map<String, String> combination : combinations) {
      for (String value : values) {
        Map<String, String> product = new LinkedHashMap<>(combination);
        product.put(axis.key(), value);
        products.add(product);
      }
    }
    return products;
  }

  private static List<String> axisValues(Entry axis) {
    Set<String> seen = new HashSet<>();
    List<String> values = new ArrayList<>();
    for (YamlNode item :
        Values.list(axis, MOST_COMBINATIONS, "a list of values, such as [17, 21]")) {
      String value = value(axis, item);
      if (Values.hasControls(value)) {
        throw item.place().wrong("a value of a matrix is one line: shorten it");
      }
      if (value.length() > LONGEST_IN_NAME) {
        throw item.place().wrong(Values.tooLong("a value of a matrix", LONGEST_IN_NAME));
      }
      if (!seen.add(value)) {
        throw item.place()
            .wrong(Values.quoted(value) + " is there twice in " + quoted(axis) + ": remove one");
      }
      values.add(value);
    }
    return values;
  }

  /** A value that was not read from a file. */
  static String checked(String name, String value) {
    if (value.indexOf('\0') >= 0 || value.length() > LONGEST) {
      throw new UsageException(Values.tooLong("the value of " + Values.quoted(name), LONGEST));
    }
    return value;
  }

  private static void checkName(Entry variable) {
    String name = variable.key();
    if (!NAME.matcher(name).matches()) {
      throw variable
          .place()
          .wrong(
              quoted(variable)
                  + " is no name of a variable: write letters, digits and _, no digit in front");
    }
    if (name.toUpperCase(Locale.ROOT).startsWith(OURS)) {
      throw variable
          .place()
          .wrong(quoted(variable) + " is a name of rrrspec-java itself: choose another");
    }
  }

  private static String value(Entry entry, YamlNode value) {
    if (!(value instanceof Scalar scalar) || scalar.type() == Type.EMPTY) {
      throw Values.wrong(entry, value, "a text, a number, true or false");
    }
    return scalar.text();
  }

  private static String quoted(Entry entry) {
    return Values.quoted(entry.key());
  }
}
