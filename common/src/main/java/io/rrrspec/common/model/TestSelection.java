package io.rrrspec.common.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.json.LazyMapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which tests of its classes a run is limited to. A test runs if a method pattern of its task fits
 * it, an expression of {@code includeTags} fits its tags, and none of {@code excludeTags} does; all
 * of this on top of what the build itself leaves out.
 *
 * @param methods method patterns by task, each as {@code NESTED#METHODS}: the nested class that it
 *     is limited to, or nothing; and globs for names of methods with {@code +} between. A task with
 *     an empty list runs whole. A task that is not there has the patterns of {@link #OTHERS}
 * @param includeTags {@link TagExpression}s, one of which a test must match; empty for all tests
 * @param excludeTags {@link TagExpression}s, of which a test must match none
 */
public record TestSelection(
    SortedMap<String, List<String>> methods, List<String> includeTags, List<String> excludeTags) {
  /** The name that means all tasks without a name of their own here. */
  public static final String OTHERS = "";

  /** Everything. */
  public static final TestSelection ALL = new TestSelection(new TreeMap<>(), List.of(), List.of());

  private static final TypeReference<TreeMap<String, List<String>>> METHODS =
      new TypeReference<>() {};
  private static final TypeReference<List<String>> TAGS = new TypeReference<>() {};

  /** What engines add to the name of a Java method: parameter types, the number of a test. */
  private static final Pattern JAVA_NAME =
      Pattern.compile(
          "(\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*)(?:[(\\[{].*)?",
          Pattern.DOTALL);

  public TestSelection {
    methods = Collections.unmodifiableSortedMap(new TreeMap<>(methods));
    includeTags = List.copyOf(includeTags);
    excludeTags = List.copyOf(excludeTags);
  }

  /**
   * A selection by methods.
   *
   * @param tasks all tasks of the run
   * @param byTask the patterns of those that do not run whole
   */
  public static TestSelection ofMethods(
      Collection<String> tasks, Map<String, List<String>> byTask) {
    // One pattern for 10,000 classes is written once: every reader of the taskset gets this.
    Map<List<String>, Integer> uses = new HashMap<>();
    tasks.forEach(task -> uses.merge(byTask.getOrDefault(task, List.of()), 1, Integer::sum));
    List<String> others =
        uses.entrySet().stream()
            .max(
                Map.Entry.<List<String>, Integer>comparingByValue()
                    .thenComparing(use -> String.join("\n", use.getKey())))
            .map(Map.Entry::getKey)
            .orElse(List.of());
    SortedMap<String, List<String>> methods = new TreeMap<>();
    for (String task : tasks) {
      List<String> own = byTask.getOrDefault(task, List.of());
      if (!own.equals(others)) {
        methods.put(task, own);
      }
    }
    if (!others.isEmpty()) {
      methods.put(OTHERS, others);
    }
    return new TestSelection(methods, List.of(), List.of());
  }

  /** The same with these tags, which replace its own. */
  public TestSelection withTags(List<String> include, List<String> exclude) {
    return new TestSelection(methods, include, exclude);
  }

  /** Whether every test may run. */
  public boolean isAll() {
    return methods.isEmpty() && includeTags.isEmpty() && excludeTags.isEmpty();
  }

  /** The method patterns of a task; empty if its methods are not limited. */
  public List<String> methodsOf(String task) {
    List<String> own = methods.get(task);
    return own == null ? methods.getOrDefault(OTHERS, List.of()) : own;
  }

  /**
   * Reads the fields of a taskset; null or empty stands for nothing.
   *
   * @throws ServiceException if one of them cannot be read: nobody knows what to run, then
   */
  public static TestSelection parse(
      @Nullable String methods, @Nullable String includeTags, @Nullable String excludeTags) {
    return new TestSelection(
        parse("methods", methods, METHODS, new TreeMap<>()),
        parse("include_tags", includeTags, TAGS, List.of()),
        parse("exclude_tags", excludeTags, TAGS, List.of()));
  }

  private static <T> T parse(
      String field, @Nullable String text, TypeReference<T> type, T ifEmpty) {
    if (text == null || text.isEmpty()) {
      return ifEmpty;
    }
    try {
      return LazyMapper.JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new ServiceException("the " + field + " of the taskset cannot be read", e);
    }
  }

  /** The fields that {@link #parse} reads, by name; without those that are empty. */
  public Map<String, String> fields() {
    Map<String, String> fields = new TreeMap<>();
    put(fields, "methods", methods, methods.isEmpty());
    put(fields, "include_tags", includeTags, includeTags.isEmpty());
    put(fields, "exclude_tags", excludeTags, excludeTags.isEmpty());
    return fields;
  }

  private static void put(Map<String, String> fields, String name, Object value, boolean empty) {
    if (empty) {
      return;
    }
    try {
      fields.put(name, LazyMapper.JSON.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The tags as somebody would write them as options; "" if there are none. */
  public String tagOptions() {
    List<String> options = new ArrayList<>();
    includeTags.forEach(tag -> options.add("--tag '" + tag + "'"));
    excludeTags.forEach(tag -> options.add("--exclude-tag '" + tag + "'"));
    return String.join(" ", options);
  }

  /**
   * The name of a method, or the title of a feature, without what engines add for a single test of
   * it: {@code adds} for {@code adds(int)[1]} and for {@code adds[0]}. Of what it returns it
   * returns the same.
   *
   * @param testName as reports show it
   */
  public static String methodOf(String testName) {
    String name = testName;
    String shorter = withoutInvocation(name);
    while (shorter.length() < name.length()) {
      name = shorter;
      shorter = withoutInvocation(name);
    }
    return name;
  }

  private static String withoutInvocation(String testName) {
    Matcher java = JAVA_NAME.matcher(testName);
    if (java.matches()) {
      return java.group(1);
    }
    String numbered = testName.endsWith("]") ? testName.substring(0, testName.length() - 1) : "";
    int digits = numbered.length();
    while (digits > 0 && Character.isDigit(numbered.charAt(digits - 1))) {
      digits--;
    }
    if (digits == 0 || digits == numbered.length()) {
      return withoutParameters(testName);
    }
    // Spock adds values and number to the title of a feature: "adds [a: 1, #0]".
    int values = testName.indexOf(" [");
    if (numbered.charAt(digits - 1) == '#' && values > 0) {
      return testName.substring(0, values);
    }
    return numbered.charAt(digits - 1) == '['
        ? withoutParameters(testName.substring(0, digits - 1))
        : testName;
  }

  /** A name may have blanks in it, as Kotlin allows; what stands behind a blank is of a title. */
  private static String withoutParameters(String name) {
    int open = name.lastIndexOf('(');
    boolean ofMethod = open > 0 && !Character.isWhitespace(name.charAt(open - 1));
    return name.endsWith(")") && ofMethod ? name.substring(0, open) : name;
  }
}
