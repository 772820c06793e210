package io.rrrspec.common.store;

import io.rrrspec.common.model.ResourceLimit;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Resources of tests as they stand in Redis. */
final class ResourceFields {
  private ResourceFields() {}

  /** The field of a taskset: a JSON object, by name the limit and its scope. */
  static String write(Map<String, ResourceLimit> limits) {
    Map<String, Object> fields = new TreeMap<>();
    limits.forEach(
        (name, limit) ->
            fields.put(
                name, new TreeMap<>(Map.of("limit", limit.limit(), "per", limit.scope().text()))));
    return Fields.json(fields);
  }

  /** Whether the field of a taskset has a resource that is its host; null or empty: it has none. */
  static boolean haveHost(@Nullable String field) {
    return field != null && field.contains("\"per\":\"" + ResourceLimit.Scope.HOST.text() + "\"");
  }

  /** The field of a task: names in order, since equal ones share a list in Redis. */
  static String names(Set<String> resources) {
    return String.join(",", new TreeSet<>(resources));
  }
}
