package io.rrrspec.client.source;

import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The tasks of a run, and what their sources tell about them.
 *
 * @param names the spec_files, each once; at least one
 * @param measured what the build's own reports say that they took
 * @param size how large a task's source is, in bytes, or 0
 * @param maxTrials how often the build tries a class; 1 or more
 * @param choice what the patterns of the command line have chosen
 */
public record TaskList(
    List<String> names,
    Map<String, Duration> measured,
    ToLongFunction<String> size,
    int maxTrials,
    TestChoice choice) {

  public TaskList {
    names = List.copyOf(names);
    measured = Map.copyOf(measured);
  }

  /**
   * The tasks as they are to be served, longest first.
   *
   * @param estimates what the service knows; it wins over what was measured here
   */
  public List<TaskRequest> ordered(Map<String, Duration> estimates) {
    Map<String, Duration> known = new HashMap<>(measured);
    known.putAll(estimates);
    return TaskOrder.order(names, known, size);
  }
}
