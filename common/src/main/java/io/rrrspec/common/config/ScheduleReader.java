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

  private final NamedEntry entry;

  private ScheduleReader(NamedEntry entry) {
    this.entry = entry;
  }

  static FlowSchedule read(String name, JsonNode entry, ValueOrigin place) {
    return new ScheduleReader(new NamedEntry(name, entry, place, KEYS, EXAMPLE)).read();
  }

  private FlowSchedule read() {
    String cron = entry.text("cron");
    Path flow = entry.path("flow");
    if (cron == null || flow == null) {
      throw entry.wrong(": write " + EXAMPLE + " for it, at least");
    }
    Path sources = entry.path("sources");
    JsonNode variables = entry.get("variables");
    return new FlowSchedule(
        times(cron, zone(entry.text("zone"))),
        flow,
        sources,
        variables == null ? Map.of() : variables(variables),
        catchesUp(entry.text("missed")));
  }

  private CronTimes times(String cron, ZoneId zone) {
    try {
      return CronTimes.parse(cron, zone);
    } catch (IllegalArgumentException e) {
      throw entry.wrong(
          ".cron: " + cron,
          ": " + e.getMessage() + "; write minute, hour, day, month and weekday: 0 3 * * *");
    }
  }

  private ZoneId zone(@Nullable String zone) {
    try {
      return zone == null ? ZoneId.systemDefault() : CronTimes.zone(zone);
    } catch (IllegalArgumentException e) {
      throw entry.wrong(
          ".zone: " + zone, ": " + e.getMessage() + "; write one such as Europe/Berlin or UTC");
    }
  }

  private Map<String, String> variables(JsonNode variables) {
    try {
      return ListsAndMaps.variables(variables);
    } catch (IllegalArgumentException e) {
      throw entry.wrong(".variables", ": write {NAME: value}");
    }
  }

  private boolean catchesUp(@Nullable String missed) {
    if (missed != null && !List.of("once", "never").contains(missed)) {
      throw entry.wrong(".missed: " + missed, ": write once or never");
    }
    return "once".equals(missed);
  }
}
