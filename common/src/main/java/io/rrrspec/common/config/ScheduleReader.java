package io.rrrspec.common.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.cron.CronTimes;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the entries of {@code schedule}. */
final class ScheduleReader {
  private static final List<String> KEYS =
      List.of("cron", "zone", "flow", "sources", "variables", "missed");
  private static final String EXAMPLE = "{cron: \"0 3 * * *\", flow: FILE}";

  private final String name;
  private final JsonNode entry;
  private final ValueOrigin place;

  private ScheduleReader(String name, JsonNode entry, ValueOrigin place) {
    this.name = name;
    this.entry = entry;
    this.place = place;
  }

  static FlowSchedule read(String name, JsonNode entry, ValueOrigin place) {
    return new ScheduleReader(name, entry, place).read();
  }

  private FlowSchedule read() {
    if (!SafeName.isSafe(name)) {
      throw new WrongItemException(name, ": choose a name of letters, digits and . _ -");
    }
    if (!entry.isObject()) {
      throw new WrongItemException(name, ": write " + EXAMPLE + " for it");
    }
    entry
        .fieldNames()
        .forEachRemaining(
            key -> {
              if (!KEYS.contains(key)) {
                throw new WrongItemException(
                    name + "." + key,
                    NearestName.hint(key, KEYS, ": an entry has " + String.join(", ", KEYS)));
              }
            });
    String cron = text("cron");
    String flow = text("flow");
    if (cron == null || flow == null) {
      throw new WrongItemException(name, ": write " + EXAMPLE + " for it, at least");
    }
    Path sources = path(text("sources"));
    JsonNode variables = entry.get("variables");
    return new FlowSchedule(
        times(cron, zone(text("zone"))),
        place.resolve(flow),
        sources,
        variables == null ? Map.of() : variables(variables),
        catchesUp(text("missed")));
  }

  private @Nullable Path path(@Nullable String text) {
    return text == null ? null : place.resolve(text);
  }

  private @Nullable String text(String key) {
    JsonNode value = entry.get(key);
    if (value == null) {
      return null;
    }
    if (!value.isValueNode() || value.isNull() || value.asText().isBlank()) {
      throw new WrongItemException(name + "." + key, ": write a text");
    }
    return value.asText().strip();
  }

  private CronTimes times(String cron, ZoneId zone) {
    try {
      return CronTimes.parse(cron, zone);
    } catch (IllegalArgumentException e) {
      throw new WrongItemException(
          name + ".cron: " + cron,
          ": " + e.getMessage() + "; write minute, hour, day, month and weekday: 0 3 * * *");
    }
  }

  private ZoneId zone(@Nullable String zone) {
    try {
      return zone == null ? ZoneId.systemDefault() : CronTimes.zone(zone);
    } catch (IllegalArgumentException e) {
      throw new WrongItemException(
          name + ".zone: " + zone,
          ": " + e.getMessage() + "; write one such as Europe/Berlin or UTC");
    }
  }

  private Map<String, String> variables(JsonNode variables) {
    try {
      return ListsAndMaps.variables(variables);
    } catch (IllegalArgumentException e) {
      throw new WrongItemException(name + ".variables", ": write {NAME: value}");
    }
  }

  private boolean catchesUp(@Nullable String missed) {
    if (missed != null && !List.of("once", "never").contains(missed)) {
      throw new WrongItemException(name + ".missed: " + missed, ": write once or never");
    }
    return "once".equals(missed);
  }
}
