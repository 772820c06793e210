package io.rrrspec.persister.viewer.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What was seen last of things that have names; those that nobody has asked for longest are
 * forgotten. Safe for use by several threads.
 */
public final class RecentByName<T> {
  private final int most;
  private final Map<String, Recent<T>> known = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Remembers nothing yet.
   *
   * @param most how many at most; 1 or more
   */
  public RecentByName(int most) {
    this.most = most;
  }

  /** Looks, unless that was done a moment ago. */
  public T get(String name, Supplier<T> look) {
    Recent<T> one;
    synchronized (this) {
      one = known.computeIfAbsent(name, key -> new Recent<>());
      if (known.size() > most) {
        known.remove(known.keySet().iterator().next());
      }
    }
    return one.get(look);
  }
}
