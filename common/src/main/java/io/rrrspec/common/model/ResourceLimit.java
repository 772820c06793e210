package io.rrrspec.common.model;

import java.util.Locale;

/**
 * How many tasks that need a resource run at once.
 *
 * @param limit 0 or more; 0: none yet
 * @param scope among which tasks they are counted
 */
public record ResourceLimit(int limit, Scope scope) {
  /** Among which tasks the limit counts. */
  public enum Scope {
    /** Those of one run, on all its workers. */
    RUN,
    /** Those of one run on one worker: for what each host has of its own. */
    WORKER,
    /** Those of all runs in the same namespace: for what there is once. */
    FLEET,
    /**
     * Those of one run on one host, where no other task of the run may run beside them; no such
     * resource stands in settings.
     */
    HOST;

    /** As it stands in settings and in Redis. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ResourceLimit {
    if (limit < 0) {
      throw new IllegalArgumentException("the limit of a resource must be 0 or more, not " + limit);
    }
  }
}
