package io.rrrspec.common.flow.file;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What limits a step that workers carry out.
 *
 * @param queue the queue that serves it: its own, else that of the flow; null if neither names one
 * @param timeout how long it may take, 1 second to 24 hours; null: nothing is said
 * @param retries how often it is done again when it fails, 0 to 10
 */
public record RunLimits(@Nullable String queue, @Nullable Duration timeout, int retries) {}
