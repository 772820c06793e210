package io.rrrspec.server.flow;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.FlowSchedule;
import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.file.FlowFile;
import io.rrrspec.common.store.FlowStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The flows that servers with the same settings start at times. */
final class Schedule {
  private static final Logger log = LoggerFactory.getLogger(Schedule.class);
  private static final String PREFIX = "schedule:";

  /** Among these are those that are being started. */
  private static final int NEWEST = 1_000;

  private final Map<String, FlowSchedule> entries;
  private final StartFlow start;
  private final FlowStore flows;
  private final InstantSource clock;

  Schedule(
      Map<String, FlowSchedule> entries, StartFlow start, FlowStore flows, InstantSource clock) {
    this.entries = entries;
    this.start = start;
    this.flows = flows;
    this.clock = clock;
  }

  /** A pool for each entry, so that one whose start takes long keeps no other. */
  List<String> pools() {
    return entries.keySet().stream().map(Schedule::nameOf).toList();
  }

  private static String nameOf(String entry) {
    return PREFIX + entry;
  }

  /** A type for each entry: only servers that have it start it. */
  List<FlowType> types() {
    return entries.entrySet().stream()
        .map(entry -> type(entry.getKey(), entry.getValue()))
        .toList();
  }

  private FlowType type(String name, FlowSchedule entry) {
    String type = nameOf(name);
    return FlowType.task(type, start)
        .withAttempts(1)
        .withLimit(StartFlow.LEASE)
        .withCron(
            new Cron(
                entry.times(), entry.catchesUp(), time -> order(type, name, entry, time), clock));
  }

  private @Nullable FlowStep order(String type, String name, FlowSchedule entry, Instant time) {
    if (isStarting(type)) {
      log.warn("{}: {} passes, as the flow before is still being started", type, time);
      return null;
    }
    // Of the time: whoever makes it, and however often, it is the same flow.
    String id =
        UUID.nameUUIDFromBytes((type + "\n" + time).getBytes(StandardCharsets.UTF_8)).toString();
    Path sources = entry.sources();
    return new FlowOrder(
            id,
            entry.flow().toString(),
            null,
            entry.variables(),
            sources == null ? null : sources.toString(),
            type)
        .task(type, type, name, clock.millis());
  }

  private boolean isStarting(String type) {
    return flows.outlines(flows.roots(NEWEST)).values().stream()
        .anyMatch(root -> root.type().equals(type) && !root.isFinished());
  }

  /** Says what would not start as it is. Files may come and go, so that this ends no server. */
  void check() {
    entries.forEach(
        (name, entry) -> {
          try {
            FlowFile file = FlowFile.read(entry.flow()).withVariables(entry.variables());
            Path sources = entry.sources();
            if (sources != null) {
              StartFlow.existing(sources.toString());
            }
            file.requireSources(sources != null);
            log.info(
                "schedule {}: {} starts at {}",
                name,
                entry.flow(),
                entry.times().next(clock.instant()).map(Instant::toString).orElse("no time"));
          } catch (UsageException e) {
            log.warn("schedule {} would not start: {}", name, e.getMessage());
          }
        });
  }
}
