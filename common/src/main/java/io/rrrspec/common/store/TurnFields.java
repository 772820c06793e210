package io.rrrspec.common.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.common.queue.Turn;
import io.rrrspec.common.queue.Turns;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is, as Redis has it: a field for each thing that one assignment changes, named by
 * that and the group.
 */
final class TurnFields {
  private static final ObjectMapper json = new ObjectMapper();
  private static final String GUARANTEED = "guaranteed ";
  private static final String SURPLUS = "surplus ";
  private static final String CREDITS = "credits ";
  private static final String WAITING = "waiting ";
  private static final String UNDER_RATE = "under_rate ";

  private TurnFields() {}

  /** The field that one assignment changes, and its value. */
  static List<String> of(Turn turn) {
    return switch (turn.kind()) {
      case GUARANTEED -> List.of(GUARANTEED + turn.group(), turn.queue());
      case SURPLUS -> List.of(SURPLUS + turn.group(), turn.queue());
      case SHARED -> List.of(CREDITS + turn.group(), write(turn.credits()));
    };
  }

  static Map<String, String> waiting(Map<String, Turns> turns) {
    Map<String, String> fields = new HashMap<>();
    turns.forEach(
        (group, t) -> {
          fields.put(WAITING + group, write(t.waiting()));
          fields.put(UNDER_RATE + group, write(t.underRate()));
        });
    return fields;
  }

  static Map<String, Turns> read(Map<String, String> fields) {
    Map<String, Turns> turns = new HashMap<>();
    for (String field : fields.keySet()) {
      turns.computeIfAbsent(
          field.substring(field.indexOf(' ') + 1),
          group ->
              new Turns(
                  fields.getOrDefault(GUARANTEED + group, ""),
                  fields.getOrDefault(SURPLUS + group, ""),
                  parse(fields.get(WAITING + group), new TypeReference<Map<String, Long>>() {}),
                  parse(fields.get(UNDER_RATE + group), new TypeReference<Map<String, Long>>() {}),
                  parse(fields.get(CREDITS + group), new TypeReference<Map<String, Double>>() {})));
    }
    return turns;
  }

  private static String write(Map<String, ?> numbers) {
    try {
      return json.writeValueAsString(numbers);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers by names are always JSON", e);
    }
  }

  private static <T> Map<String, T> parse(
      @Nullable String text, TypeReference<Map<String, T>> type) {
    try {
      return text == null ? Map.of() : json.readValue(text, type);
    } catch (JsonProcessingException e) {
      // Whose turn it is begins anew: no reason to serve nobody.
      return Map.of();
    }
  }
}
