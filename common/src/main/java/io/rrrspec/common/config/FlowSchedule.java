package io.rrrspec.common.config;

import io.rrrspec.common.cron.CronTimes;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A flow that servers start at times.
 *
 * @param flow the file of the flow
 * @param sources the directory on the server's host that is sent; null: the flow needs none
 * @param variables values of variables of the flow
 * @param catchesUp whether a time at which no server ran is made up for, once
 */
public record FlowSchedule(
    CronTimes times,
    Path flow,
    @Nullable Path sources,
    Map<String, String> variables,
    boolean catchesUp) {
  public FlowSchedule {
    variables = Map.copyOf(variables);
  }
}
