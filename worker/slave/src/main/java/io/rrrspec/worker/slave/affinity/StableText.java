package io.rrrspec.worker.slave.affinity;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes the configuration of a Spring context as a text that is the same in every JVM. Fields of
 * Spring's own objects, and of what customizes a context, are written one by one; of all other
 * objects only their class. Nothing but {@code toString} of Spring's core types is called.
 */
final class StableText {
  /** More means that something alive is in it. */
  private static final int MOST_VALUES = 5_000;

  private static final int DEEPEST = 15;
  private static final String SPRING = "org.springframework.";

  /** Types with a text that says it all, and caches among their fields. */
  private static final String SPRING_CORE = "org.springframework.core.";

  private static final Pattern IDENTITY_HASH = Pattern.compile("@[0-9a-f]{1,8}\\b");

  /** What follows in the name of a class that was made at run time differs from JVM to JVM. */
  private static final List<String> MADE_AT_RUN_TIME = List.of("$$", "$Proxy");

  /**
   * Says nothing about the context: who runs the tests in it, who loads it, and what was computed
   * from other fields.
   */
  private static final Set<String> LEFT_OUT =
      Set.of("testClass", "cacheAwareContextLoaderDelegate", "hash", "hashCode");

  private final Set<Object> around = Collections.newSetFromMap(new IdentityHashMap<>());
  private final @Nullable Class<?> testClass;
  private int values;

  /**
   * @param testClass the class whose tests the context was started for; another class with the same
   *     configuration may have been first in another JVM, so its name is left out; null: unknown
   */
  StableText(@Nullable Class<?> testClass) {
    this.testClass = testClass;
  }

  /**
   * Writes an object with what it has.
   *
   * @throws IllegalStateException if it has too much
   */
  String of(Object configuration) throws ReflectiveOperationException {
    return fields(configuration, 0);
  }

  private String text(@Nullable Object value, int depth) throws ReflectiveOperationException {
    if (++values > MOST_VALUES || depth > DEEPEST) {
      throw new IllegalStateException("a configuration is not so large");
    }
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return String.valueOf(value);
    }
    if (value instanceof String || value instanceof Character) {
      String text = value.toString();
      return testClass != null && text.equals(testClass.getName()) ? "@" : "'" + text + "'";
    }
    if (value instanceof Class<?> type) {
      return type == testClass ? "@" : name(type);
    }
    if (value instanceof Enum<?> constant) {
      return name(value.getClass()) + "." + constant.name();
    }
    if (value instanceof Field field) {
      // Beans that a test overrides are fields of that test.
      return field.getName()
          + ":"
          + field.getGenericType().getTypeName()
          + sorted(Arrays.asList(field.getAnnotations()), depth);
    }
    if (value instanceof Annotation || value instanceof Member || value instanceof Type) {
      return IDENTITY_HASH.matcher(value.toString()).replaceAll("");
    }
    if (value.getClass().isArray()) {
      List<Object> all = new ArrayList<>();
      for (int i = 0; i < Array.getLength(value); i++) {
        all.add(Array.get(value, i));
      }
      return inOrder(all, depth);
    }
    if (value instanceof List<?> list) {
      return inOrder(list, depth);
    }
    if (value instanceof Collection<?> set) {
      return sorted(set, depth);
    }
    if (value instanceof Map<?, ?> map) {
      List<List<?>> entries = new ArrayList<>();
      map.forEach((key, of) -> entries.add(Arrays.asList(key, of)));
      return sorted(entries, depth);
    }
    String type = value.getClass().getName();
    if (type.startsWith(SPRING_CORE)) {
      return IDENTITY_HASH.matcher(value.toString()).replaceAll("");
    }
    return type.startsWith(SPRING) ? fields(value, depth) : name(value.getClass());
  }

  private String inOrder(List<?> all, int depth) throws ReflectiveOperationException {
    List<String> texts = new ArrayList<>();
    for (Object each : all) {
      texts.add(text(each, depth + 1));
    }
    return texts.toString();
  }

  private String sorted(Collection<?> all, int depth) throws ReflectiveOperationException {
    Set<String> texts = new TreeSet<>();
    for (Object each : all) {
      texts.add(text(each, depth + 1));
    }
    return texts.toString();
  }

  private String fields(Object value, int depth) throws ReflectiveOperationException {
    if (!around.add(value)) {
      return "^";
    }
    StringBuilder text = new StringBuilder(name(value.getClass())).append('{');
    for (Class<?> at = value.getClass(); at != Object.class; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())
            || Modifier.isTransient(field.getModifiers())
            || LEFT_OUT.contains(field.getName())) {
          continue;
        }
        field.setAccessible(true);
        text.append(field.getName()).append('=');
        text.append(field(field.getName(), field.get(value), depth + 1)).append(';');
      }
    }
    around.remove(value);
    return text.append('}').toString();
  }

  private String field(String name, @Nullable Object value, int depth)
      throws ReflectiveOperationException {
    if (name.equals("contextLoader")) {
      return value == null ? "null" : name(value.getClass());
    }
    if (name.equals("contextCustomizers") && value instanceof Collection<?> customizers) {
      // Those of the project, too, with their fields.
      Set<String> texts = new TreeSet<>();
      for (Object each : customizers) {
        texts.add(fields(each, depth + 1));
      }
      return texts.toString();
    }
    return text(value, depth);
  }

  private static String name(Class<?> type) {
    String name = type.getName();
    for (String mark : MADE_AT_RUN_TIME) {
      int end = name.indexOf(mark);
      name = end < 0 ? name : name.substring(0, end);
    }
    return name;
  }
}
