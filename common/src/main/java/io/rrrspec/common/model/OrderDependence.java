package io.rrrspec.common.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a class that passes alone was found to fail after others, or beside them; see
 * docs/order-dependent.md.
 *
 * @param after the tasks after or beside which it fails, in order: the smallest such set if
 *     confirmed, else all that are still suspected; not empty
 * @param confirmed whether it failed and passed so often that chance is ruled out
 * @param failed how often it failed after them; 1 or more, never an exception
 * @param passed how often it passed alone; 1 or more, never an exception
 * @param relation what the others have to do
 */
public record OrderDependence(
    List<String> after, boolean confirmed, int failed, int passed, Relation relation) {
  private static final ObjectMapper json = new ObjectMapper();
  private static final ObjectReader reader =
      json.readerFor(OrderDependence.class)
          .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  public OrderDependence {
    after = after == null ? List.of() : after.stream().filter(Objects::nonNull).toList();
    relation = relation == null ? Relation.AFTER : relation;
  }

  /** Finds that it fails after others in the same JVM. */
  public static OrderDependence after(
      List<String> others, boolean confirmed, int failed, int passed) {
    return new OrderDependence(others, confirmed, failed, passed, Relation.AFTER);
  }

  /** When it fails, and how often it did: a sentence without its subject. */
  public String facts() {
    String others =
        after.size() == 1
            ? after.get(0)
            : confirmed ? String.join(" and ", after) : "some of " + after.size() + " others";
    String sentence =
        switch (relation) {
          case AFTER -> "fails after %s (%d of %d), passes alone (%d of %d)";
          case WHILE ->
              "fails while %s runs in another JVM (%d of %d), passes with the host to itself (%d of"
                  + " %d)";
          case SINCE ->
              "fails once %s has run in another JVM (%d of %d), passes with the host to itself (%d"
                  + " of %d)";
        };
    return String.format(Locale.ROOT, sentence, others, failed, failed, passed, passed);
  }

  /** Reads what {@link #text} has written; null for any other text, or none. */
  public static @Nullable OrderDependence parse(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      OrderDependence read = reader.readValue(text);
      return read == null || read.after.isEmpty() ? null : read;
    } catch (JsonProcessingException e) {
      // Anybody's text: the task's status still says how it went.
      return null;
    }
  }

  /** Writes it as one line of JSON, as in Redis and SQL. */
  public String text() {
    try {
      return json.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of strings and numbers is always JSON", e);
    }
  }
}
