package io.rrrspec.common.flow.file;

import io.rrrspec.common.flow.file.YamlNode.Entry;
import io.rrrspec.common.flow.file.YamlNode.Mapping;
import io.rrrspec.common.flow.file.YamlNode.Scalar;
import io.rrrspec.common.line.Modules;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a step does.
 *
 * @param queue serves what names none
 */
record WorkReader(@Nullable String queue) {
  /** The keys of {@code flaky}. */
  static final Set<String> OF_FLAKY = new LinkedHashSet<>(List.of("days", "times"));

  private static final int MOST_RETRIES = 10;
  private static final int MOST_CLASSES = 10_000;
  private static final int MOST_WORKERS = 10_000;
  private static final int MOST_PATTERNS = 1_000;
  private static final int LONGEST_PATTERN = 1_000;
  private static final int MOST_DAYS = 365;
  private static final int MOST_TIMES = 1_000;
  private static final String REQUEST = "METHOD URL [BODY], such as \"POST http://host/path text\"";

  /**
   * Reads it.
   *
   * @param below the steps of a chain or group
   * @param before the steps whose outputs it may use
   */
  StepWork read(Mapping step, StepKind kind, Entry work, List<FileStep> below, UsableSteps before) {
    return switch (kind) {
      case CHAIN -> new StepWork.Chain(below);
      case GROUP -> new StepWork.Group(below);
      case TESTS ->
          new StepWork.Tests(
              patterns(work),
              Values.numberIfThere(step.get("batch"), 1, MOST_CLASSES),
              Values.numberIfThere(step.get("max_workers"), 1, MOST_WORKERS),
              limits(step));
      case SHELL -> shell(step, work, before);
      case HTTP -> new StepWork.Http(request(work), limits(step));
      case FLAKY -> flaky(work, limits(step));
    };
  }

  private StepWork shell(Mapping step, Entry work, UsableSteps before) {
    boolean sources = Values.truth(step.get("sources"), true);
    return new StepWork.Shell(
        Values.line(work, Modules.LONGEST, "a command line (a script for more lines)"),
        sources,
        limits(step),
        FilesReader.read(step, sources, before));
  }

  private RunLimits limits(Mapping step) {
    String own = Values.safeName(step.get("queue"));
    Integer retries = Values.numberIfThere(step.get("retries"), 0, MOST_RETRIES);
    return new RunLimits(
        own == null ? queue : own,
        Values.duration(step.get("timeout")),
        retries == null ? 0 : retries);
  }

  private static List<String> patterns(Entry work) {
    String what = "a pattern such as \"core.**\", or a list of them";
    if (work.value() instanceof Scalar) {
      return List.of(Values.line(work, LONGEST_PATTERN, what));
    }
    List<String> patterns = new ArrayList<>();
    for (YamlNode item : Values.list(work, MOST_PATTERNS, what)) {
      patterns.add(Values.line(work, item, LONGEST_PATTERN, what));
    }
    return patterns;
  }

  private static String request(Entry work) {
    String request = Values.line(work, Modules.LONGEST, REQUEST);
    if (!Modules.isRequest(request)) {
      throw Values.wrong(work, work.value(), REQUEST);
    }
    return request;
  }

  private static StepWork flaky(Entry work, RunLimits limits) {
    String what = "a map, such as {days: 7, times: 20}";
    Mapping map = Values.map(work, what);
    StepKeys.refuseUnknown(map, OF_FLAKY, OF_FLAKY, "flaky");
    Entry days = map.get("days");
    Entry times = map.get("times");
    if (days == null || times == null) {
      String missing = days == null ? "days" : "times";
      throw map.place().wrong("'" + missing + "' is missing: write " + what);
    }
    return new StepWork.Flaky(
        Values.number(days, 1, MOST_DAYS), Values.number(times, 1, MOST_TIMES), limits);
  }
}
