package io.rrrspec.common.model;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.json.PlainJson;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One of the parts into which a test class is split. All parts but the last name their tests; the
 * last one runs every test that no other part names, and so what is new or has another name by now.
 *
 * <p>Tests are named by units. A unit is {@code NESTED#METHOD}: the path of the nested class below
 * the class ({@code Inner$Deeper}, empty for the class itself), and the name of the method as
 * {@link TestSelection#methodOf} has it. All overloads and invocations of a method are one unit.
 *
 * @param number which part, from 1
 * @param count how many parts the class has, 2 to {@value #MOST_PARTS}
 * @param rest whether it runs every test but those of the units; true for the last part alone
 * @param methods the units: its own, or, of the last part, those of all others; 1 to {@value
 *     #MOST_METHODS}
 * @param classFiles the digest of the class files that its tests were recorded with: a slave whose
 *     files have another one refuses it; null: any will do
 */
public record ClassPart(
    int number, int count, boolean rest, List<String> methods, @Nullable String classFiles) {
  /** The most parts of one class. */
  public static final int MOST_PARTS = 1_000;

  /** The most units that a part can name. */
  public static final int MOST_METHODS = 10_000;

  /** The most characters that the units of a part have together. */
  public static final int MOST_CHARACTERS = 1_000_000;

  /** JSON writes a character as six of its own, at most. */
  private static final int LONGEST_TEXT = 6 * MOST_CHARACTERS + 4 * MOST_METHODS + 200;

  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{1,128}");

  private static final Pattern SUFFIX = Pattern.compile("#[1-9]\\d{0,3}/[1-9]\\d{0,3}$");

  public ClassPart {
    methods = List.copyOf(methods);
    if (count < 2 || count > MOST_PARTS) {
      throw new IllegalArgumentException("a class has 2 to " + MOST_PARTS + " parts, not " + count);
    }
    if (number < 1 || number > count) {
      throw new IllegalArgumentException("there is no part " + number + " of " + count);
    }
    if (rest != (number == count)) {
      throw new IllegalArgumentException(
          "the last part runs the rest, and no other part: not part " + number + " of " + count);
    }
    if (methods.isEmpty() || methods.size() > MOST_METHODS) {
      throw new IllegalArgumentException(
          "a part names 1 to " + MOST_METHODS + " methods, not " + methods.size());
    }
    int characters = 0;
    for (String method : methods) {
      // A method's own name may have more of them, and end with one.
      int hash = method.indexOf('#');
      if (hash < 0 || hash == method.length() - 1) {
        throw new IllegalArgumentException("a method is named NESTED#METHOD, not '" + method + "'");
      }
      characters += method.length();
      if (characters > MOST_CHARACTERS) {
        throw new IllegalArgumentException(
            "the names of a part's methods have " + MOST_CHARACTERS + " characters at most");
      }
    }
    if (classFiles != null && !DIGEST.matcher(classFiles).matches()) {
      throw new IllegalArgumentException("a digest is hexadecimal, not '" + classFiles + "'");
    }
  }

  /** Whether a part can name all of these units. */
  public static boolean canName(Collection<String> methods) {
    return methods.size() <= MOST_METHODS
        && methods.stream().mapToLong(String::length).sum() <= MOST_CHARACTERS;
  }

  /** One of a class of whatever class files. */
  public ClassPart(int number, int count, boolean rest, List<String> methods) {
    this(number, count, rest, methods, null);
  }

  /** The same of a class with these class files; null: whatever they are. */
  public ClassPart withClassFiles(@Nullable String digest) {
    return new ClassPart(number, count, rest, methods, digest);
  }

  /**
   * The unit of a test by the names that reports show for it.
   *
   * @param taskClass the class that the test was run with, by its full name
   * @param caseClass the class in the report
   * @param caseName the test in the report; empty for the class itself
   * @return null if the test belongs to no unit: it stands for a class as a whole, or its class is
   *     neither the one that was run nor nested in it
   */
  public static @Nullable String unitOf(String taskClass, String caseClass, String caseName) {
    if (caseName.isEmpty() || !caseClass.startsWith(taskClass)) {
      return null;
    }
    String below = caseClass.substring(taskClass.length());
    String method = TestSelection.methodOf(caseName);
    if (method.isEmpty() || !(below.isEmpty() || (below.startsWith("$") && below.length() > 1))) {
      return null;
    }
    return (below.isEmpty() ? "" : below.substring(1)) + '#' + method;
  }

  /** The name of the part's task: {@code com.foo.BarTest#2/4}. */
  public String taskOf(String classTask) {
    return taskOf(classTask, number, count);
  }

  /**
   * The same of a part that is known by its number, from 1; also makes the key of one from that.
   */
  public static String taskOf(String classTask, int number, int count) {
    return classTask + '#' + number + '/' + count;
  }

  /** The name of the task of the class, from that of a part; any other name stays as it is. */
  public static String classTaskOf(String task) {
    return SUFFIX.matcher(task).replaceFirst("");
  }

  /**
   * Reads what {@link #text} has written.
   *
   * @throws ServiceException if it is anything else
   */
  public static ClassPart parse(String text) {
    try {
      if (text.length() > LONGEST_TEXT) {
        throw new IOException("it has " + text.length() + " characters");
      }
      PlainJson json = PlainJson.parse(text);
      return new ClassPart(
          Math.toIntExact(json.number("number")),
          Math.toIntExact(json.number("count")),
          json.flag("rest"),
          json.texts("methods"),
          json.textIfAny("class_files"));
    } catch (IOException | IllegalArgumentException | ArithmeticException e) {
      throw new ServiceException(
          "the part of a class cannot be read (" + PartReport.line(e.getMessage()) + ")", e);
    }
  }

  /** Writes it as one line of JSON; without {@code class_files} if these are null. */
  public String text() {
    return PlainJson.write(
        json -> {
          json.writeNumberField("number", number);
          json.writeNumberField("count", count);
          json.writeBooleanField("rest", rest);
          json.writeArrayFieldStart("methods");
          for (String method : methods) {
            json.writeString(method);
          }
          json.writeEndArray();
          if (classFiles != null) {
            json.writeStringField("class_files", classFiles);
          }
        });
  }
}
