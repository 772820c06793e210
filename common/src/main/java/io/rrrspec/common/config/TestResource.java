package io.rrrspec.common.config;

import io.rrrspec.common.model.ResourceLimit;
import java.util.List;

/**
 * A resource that tests share, such as a database or a port. A task needs it if one of the patterns
 * fits; there is at least one.
 *
 * @param limit how many tasks that need it run at once
 * @param classes patterns for the names of tasks
 * @param tags globs for tags, categories and groups of their classes
 * @param locks globs for values of {@code @ResourceLock}
 */
public record TestResource(
    ResourceLimit limit, List<String> classes, List<String> tags, List<String> locks) {
  public TestResource {
    classes = List.copyOf(classes);
    tags = List.copyOf(tags);
    locks = List.copyOf(locks);
  }
}
