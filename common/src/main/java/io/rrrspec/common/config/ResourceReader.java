package io.rrrspec.common.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.ResourceLimit.Scope;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the entries of {@code resources}. */
final class ResourceReader {
  private static final List<String> KEYS = List.of("limit", "per", "classes");
  private static final String EXAMPLE = "{limit: 1, classes: [\"**/db/**\"]}";
  private static final int MOST = 10_000;

  private final NamedEntry entry;

  private ResourceReader(NamedEntry entry) {
    this.entry = entry;
  }

  static TestResource read(String name, JsonNode entry, ValueOrigin place) {
    return new ResourceReader(new NamedEntry(name, entry, place, KEYS, EXAMPLE)).read();
  }

  private TestResource read() {
    return new TestResource(
        new ResourceLimit(limit(entry.text("limit")), scope(entry.text("per"))), classes());
  }

  private int limit(@Nullable String text) {
    if (text == null) {
      return 1;
    }
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw entry.wrong(".limit: " + text, ": write a whole number, 1 to 10,000");
  }

  private Scope scope(@Nullable String text) {
    if (text == null) {
      return Scope.RUN;
    }
    return Arrays.stream(Scope.values())
        .filter(scope -> scope.text().equals(text))
        .findFirst()
        .orElseThrow(() -> entry.wrong(".per: " + text, ": write run, worker or fleet"));
  }

  private List<String> classes() {
    JsonNode node = entry.get("classes");
    List<String> classes;
    try {
      classes = node == null ? List.of() : ListsAndMaps.list(node);
    } catch (IllegalArgumentException e) {
      throw entry.wrong(".classes", ": write a list of patterns, as on the command line of run");
    }
    if (classes.isEmpty() || classes.stream().anyMatch(String::isBlank)) {
      throw entry.wrong(
          ".classes", ": write which classes need it, as on the command line of run: " + EXAMPLE);
    }
    return classes;
  }
}
