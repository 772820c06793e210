package io.rrrspec.common.config;

import io.rrrspec.common.model.ResourceLimit;
import java.util.List;

/**
 * A resource that tests share, such as a database or a port.
 *
 * @param limit how many tasks that need it run at once
 * @param classes patterns for the tasks that need it, one or more
 */
public record TestResource(ResourceLimit limit, List<String> classes) {
  public TestResource {
    classes = List.copyOf(classes);
  }
}
