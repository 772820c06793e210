package io.rrrspec.client.source;

import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a run, and what their sources tell about them.
 *
 * @param names the spec_files, each once; none only if no task that was asked for has changed
 * @param measured what the build's own reports say that they took
 * @param size how large a task's source is, in bytes, or 0
 * @param asIs all tasks in the order of the build, or as they were listed
 * @param trials how often the build tries them
 * @param choice what the patterns of the command line have chosen
 * @param launched tells tasks which launch of the project they belong to
 * @param ranking the order of their launches, and what hears of the end of the run; null if they
 *     have none
 * @param jdks the versions of the JDKs that toolchains of the build have chosen for its tests
 * @param patterns which tasks the patterns of settings mean
 * @param broken why a run of them is red in any case, in one line; null: everything was built
 */
public record TaskList(
    List<String> names,
    Map<String, Duration> measured,
    ToLongFunction<String> size,
    Supplier<List<String>> asIs,
    BuildTrials trials,
    TestChoice choice,
    UnaryOperator<List<TaskRequest>> launched,
    @Nullable ModuleRanking ranking,
    Set<Integer> jdks,
    TaskPatterns patterns,
    @Nullable String broken) {

  public TaskList {
    names = List.copyOf(names);
    measured = Map.copyOf(measured);
    jdks = Set.copyOf(jdks);
  }

  /**
   * The tasks as they are to be served.
   *
   * @param estimates what the service knows; it wins over what was measured here
   * @param failed what failed last; asked only if the order needs it
   */
  public List<TaskRequest> ordered(
      Map<String, Duration> estimates, OrderChoice order, Supplier<Set<String>> failed) {
    Map<String, Duration> known = new HashMap<>(measured);
    known.putAll(estimates);
    return order.apply(TaskOrder.order(names, known, size), asIs, failed);
  }
}
