package io.rrrspec.worker.slave.affinity;

import io.rrrspec.common.files.Hex;
import io.rrrspec.common.files.Sha256;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names the configuration of an application context: a text for people and a digest. Equal
 * configurations have the same name in every JVM.
 */
final class ContextKey {
  private static final int LONGEST_LABEL = 120;
  private static final int DIGEST_BYTES = 8;

  private ContextKey() {}

  /**
   * Names one.
   *
   * @param configuration a {@code MergedContextConfiguration} of Spring
   * @return null if it cannot be read
   */
  static @Nullable String of(Object configuration) {
    try {
      String text = new StableText((Class<?>) read(configuration, "testClass")).of(configuration);
      return "spring " + label(configuration) + " " + Hex.of(Sha256.ofText(text), DIGEST_BYTES);
    } catch (ReflectiveOperationException | RuntimeException e) {
      // A later version of Spring, perhaps: without a key its class is as any other.
      return null;
    }
  }

  private static String label(Object configuration) throws ReflectiveOperationException {
    List<String> names = new ArrayList<>();
    for (Object type : elements(read(configuration, "classes"))) {
      names.add(((Class<?>) type).getSimpleName());
    }
    for (Object location : elements(read(configuration, "locations"))) {
      names.add(location.toString().replaceFirst("^.*/", ""));
    }
    for (Object profile : elements(read(configuration, "activeProfiles"))) {
      names.add("[" + profile + "]");
    }
    String label = String.join(" ", names).replaceAll("\\p{Cntrl}", " ");
    return label.length() > LONGEST_LABEL ? label.substring(0, LONGEST_LABEL) : label;
  }

  private static List<Object> elements(@Nullable Object array) {
    List<Object> all = new ArrayList<>();
    for (int i = 0; array != null && i < Array.getLength(array); i++) {
      all.add(Array.get(array, i));
    }
    return all;
  }

  private static @Nullable Object read(Object configuration, String name)
      throws ReflectiveOperationException {
    for (Class<?> at = configuration.getClass(); at != null; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field.get(configuration);
        }
      }
    }
    throw new NoSuchFieldException(name);
  }
}
