package io.rrrspec.worker.slave.affinity;

import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.TrialAffinity;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what each test class shared with others in this JVM. It looks only at what is there
 * when a class has run: a test cannot see it, and if anything about it is unknown, nothing is
 * reported.
 */
public final class AffinityWatch {
  private @Nullable SpringContexts spring;
  private boolean looked;

  /** A class is about to run. */
  public void begins() {
    if (!looked) {
      looked = true;
      spring = SpringContexts.onClassPath();
    }
    if (spring != null) {
      spring.begins();
    }
  }

  /**
   * The class has run, and this JVM goes on.
   *
   * @param specFile the name of its task
   * @param ranTests whether any test of it ran
   * @return {@link TrialAffinity#NONE} if it shared nothing, or nobody knows
   */
  public TrialAffinity ended(String specFile, boolean ranTests) {
    SpringContexts contexts = spring;
    if (contexts == null || (!ranTests && !contexts.isKnown())) {
      return TrialAffinity.NONE;
    }
    try {
      if (!contexts.isKnown()) {
        Class<?> type = find(specFile);
        if (type == null || !SpringContexts.isUsedBy(type)) {
          return TrialAffinity.NONE;
        }
      }
      return contexts.ended();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      // Another version than those that are known: not asked again.
      spring = null;
      return TrialAffinity.NONE;
    }
  }

  private static @Nullable Class<?> find(String specFile) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    for (String name : TestId.classNames(specFile)) {
      try {
        return Class.forName(name, false, loader);
      } catch (ClassNotFoundException e) {
        // Then perhaps the next one.
      }
    }
    return null;
  }
}
