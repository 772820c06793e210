package io.rrrspec.server.flow;

import io.rrrspec.common.cron.CronTimes;
import io.rrrspec.common.flow.FlowStep;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The times at which tasks of a type are started: each time once, however many engines know the
 * type.
 *
 * @param catchesUp whether a time at which no engine ran is made up for; of several such times the
 *     last one. If not, a time that is a minute over has passed
 * @param task what is started: a task without anything below it; null: nothing this time
 * @param clock what says the time
 */
public record Cron(
    CronTimes times,
    boolean catchesUp,
    Function<Instant, @Nullable FlowStep> task,
    InstantSource clock) {}
