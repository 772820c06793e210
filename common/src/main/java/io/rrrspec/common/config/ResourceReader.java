package io.rrrspec.common.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.ResourceLimit.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the entries of {@code resources}. */
final class ResourceReader {
  private static final List<String> KEYS = List.of("limit", "per", "classes", "tags", "locks");
  private static final String EXAMPLE = "{limit: 1, classes: [\"**/db/**\"]}";
  private static final int MOST = 10_000;

  /** What a tag expression has, and no tag. */
  private static final Pattern EXPRESSION = Pattern.compile("[&|!()]");

  private final NamedEntry entry;

  private ResourceReader(NamedEntry entry) {
    this.entry = entry;
  }

  static TestResource read(String name, JsonNode entry, ValueOrigin place) {
    return new ResourceReader(new NamedEntry(name, entry, place, KEYS, EXAMPLE)).read();
  }

  private TestResource read() {
    ResourceLimit limit = new ResourceLimit(limit(entry.text("limit")), scope(entry.text("per")));
    List<String> classes =
        list("classes", "write a list of patterns, as on the command line of run");
    List<String> tags =
        list("tags", "write a list of tags of JUnit or groups of TestNG: [database, \"db-*\"]");
    tags.forEach(this::requireNoExpression);
    List<String> locks = list("locks", "write a list of values of @ResourceLock: [postgres]");
    if (classes.isEmpty() && tags.isEmpty() && locks.isEmpty()) {
      throw entry.wrong(": write which classes need it, in classes, tags or locks: " + EXAMPLE);
    }
    return new TestResource(limit, classes, tags, locks);
  }

  private void requireNoExpression(String tag) {
    if (EXPRESSION.matcher(tag).find()) {
      throw entry.wrong(
          ".tags: " + tag,
          ": write single tags, in which * stands for any text: a class needs the resource if it"
              + " has one of them");
    }
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
        .filter(scope -> scope != Scope.HOST && scope.text().equals(text))
        .findFirst()
        .orElseThrow(() -> entry.wrong(".per: " + text, ": write run, worker or fleet"));
  }

  /** Nothing if the key is not there. */
  private List<String> list(String key, String advice) {
    JsonNode node = entry.get(key);
    if (node == null) {
      return List.of();
    }
    List<String> items;
    try {
      items = ListsAndMaps.list(node);
    } catch (IllegalArgumentException e) {
      throw entry.wrong("." + key, ": " + advice);
    }
    if (items.isEmpty() || items.stream().anyMatch(String::isBlank)) {
      throw entry.wrong("." + key, ": " + advice + ", or leave it out");
    }
    return items;
  }
}
