package io.rrrspec.worker.slave.affinity;

import io.rrrspec.common.model.TrialAffinity;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The application contexts that Spring's test framework (5.3, 6, 7) keeps in this JVM. Its cache is
 * a static field. The cache orders the configurations of its contexts by their last use, and counts
 * hits and misses: so its state before and after a class says which context the class used, and
 * whether it started that. Nothing of Spring is called but getters of the cache.
 */
final class SpringContexts {
  private static final String DELEGATE =
      "org.springframework.test.context.cache.DefaultCacheAwareContextLoaderDelegate";

  private static final String SPRING_TESTS = "org.springframework.";

  /** Annotations at annotations at annotations. */
  private static final int DEEPEST_ANNOTATION = 6;

  private @Nullable Object cache;
  private IdentityHashMap<Object, String> keys = new IdentityHashMap<>();
  private State before = State.NONE;

  private SpringContexts() {}

  /**
   * What the cache says.
   *
   * @param order the configurations, the last used one last
   */
  private record State(int hits, int misses, List<Object> order) {
    static final State NONE = new State(0, 0, List.of());
  }

  /** Looks for Spring without loading anything of it; null if it is not there. */
  static @Nullable SpringContexts onClassPath() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    URL found = loader == null ? null : loader.getResource(DELEGATE.replace('.', '/') + ".class");
    // From a jar: what a project puts in place of it among its own classes may do anything.
    return found == null || !found.getProtocol().equals("jar") ? null : new SpringContexts();
  }

  /**
   * Whether a class that has run has loaded Spring's cache; so that it is not this class that
   * initializes it, perhaps before a test has set what it reads then.
   */
  static boolean isUsedBy(Class<?> type) {
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      if (hasSpringAnnotation(at)) {
        return true;
      }
      for (Class<?> contract : at.getInterfaces()) {
        if (hasSpringAnnotation(contract)) {
          return true;
        }
      }
    }
    for (Class<?> nested : type.getDeclaredClasses()) {
      if (hasSpringAnnotation(nested)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasSpringAnnotation(Class<?> type) {
    return hasSpringAnnotation(type, new HashSet<>(), 0);
  }

  private static boolean hasSpringAnnotation(Class<?> type, Set<Class<?>> seen, int depth) {
    for (Annotation annotation : type.getDeclaredAnnotations()) {
      Class<?> kind = annotation.annotationType();
      if (kind.getName().startsWith("java.lang.")
          || depth > DEEPEST_ANNOTATION
          || !seen.add(kind)) {
        continue;
      }
      // Or in a value, as in ExtendWith and RunWith.
      if (annotation.toString().contains(SPRING_TESTS)
          || hasSpringAnnotation(kind, seen, depth + 1)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the cache was found. */
  boolean isKnown() {
    return cache != null;
  }

  void begins() {
    before = State.NONE;
    if (cache != null) {
      try {
        before = state(cache);
      } catch (ReflectiveOperationException | RuntimeException e) {
        // So it is after the class, and that is where it is handled.
        before = State.NONE;
      }
    }
  }

  /** What the class that has run shared. */
  TrialAffinity ended() throws ReflectiveOperationException {
    Object found = cache;
    if (found == null) {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      Field field = Class.forName(DELEGATE, true, loader).getDeclaredField("defaultContextCache");
      field.setAccessible(true);
      found = field.get(null);
      cache = found;
    }
    State after = state(found);
    List<String> held = keysOf(after.order());
    Object used = usedAndLeft(after, (int) call(found, "getMaxSize"));
    String key = used == null ? null : keys.get(used);
    boolean started = used != null && !holds(before.order(), used);
    return new TrialAffinity(key, key != null && started, held);
  }

  /**
   * Returns the configuration of the context that the class used last and that is still there.
   * Null: it used none, or closed one, as {@code @DirtiesContext} does: the next class starts that
   * again, so such a class leaves nothing to share.
   */
  private @Nullable Object usedAndLeft(State after, int most) {
    int misses = after.misses() - before.misses();
    if (after.order().isEmpty()
        || (misses == 0 && after.hits() == before.hits())
        || misses < 0
        || after.hits() < before.hits()) {
      return null;
    }
    long loaded = after.order().stream().filter(each -> !holds(before.order(), each)).count();
    boolean lost = before.order().stream().anyMatch(each -> !holds(after.order(), each));
    // The cache itself closes a context only when it is full.
    boolean closed = misses > loaded || (lost && after.order().size() < most);
    return closed ? null : after.order().get(after.order().size() - 1);
  }

  private static boolean holds(List<Object> all, Object one) {
    return all.stream().anyMatch(each -> each == one);
  }

  private List<String> keysOf(List<Object> configurations) {
    IdentityHashMap<Object, String> known = new IdentityHashMap<>();
    List<String> all = new ArrayList<>();
    for (Object configuration : configurations) {
      String key = keys.get(configuration);
      if (key == null) {
        key = ContextKey.of(configuration);
      }
      if (key != null) {
        known.put(configuration, key);
        all.add(key);
      }
    }
    keys = known;
    return all.stream().distinct().toList();
  }

  private static State state(Object cache) throws ReflectiveOperationException {
    Field field = cache.getClass().getDeclaredField("contextMap");
    field.setAccessible(true);
    Map<?, ?> contexts = (Map<?, ?>) field.get(cache);
    List<Object> order = new ArrayList<>();
    if (contexts != null) {
      synchronized (contexts) {
        order.addAll(contexts.keySet());
      }
    }
    return new State(
        (int) call(cache, "getHitCount"),
        (int) call(cache, "getMissCount"),
        Collections.unmodifiableList(order));
  }

  private static Object call(Object cache, String getter) throws ReflectiveOperationException {
    return cache.getClass().getMethod(getter).invoke(cache);
  }
}
