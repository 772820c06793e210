package io.rrrspec.common.model;

import java.util.List;

/**
 * Tasks after which another one fails, if all of them have run before it in the same JVM; or beside
 * which it fails.
 *
 * @param tasks their spec_files; not empty
 * @param confirmed whether it is known to be they: then the other task is kept apart from them;
 *     else they are what a search had left to suspect
 * @param relation what they have to do for the other one to fail
 */
public record Culprits(List<String> tasks, boolean confirmed, Relation relation) {
  public Culprits {
    tasks = List.copyOf(tasks);
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException("no culprits");
    }
  }
}
