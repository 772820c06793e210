package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A test class in figures, over the runs looked at.
 *
 * @param tasksetClass the name under which its runs are kept
 * @param specFile the task
 * @param runs in how many runs it was decided
 * @param failed in how many of them as failed
 * @param mean what its good trials took on average; null if there was none
 * @param last what was decided last
 * @param changedRun the key of the newest run that decided otherwise than the one before; null if
 *     none did
 * @param changedAt when that run ended; null if unknown or none did
 */
public record ClassRecord(
    String tasksetClass,
    String specFile,
    int runs,
    int failed,
    @Nullable Duration mean,
    TaskStatus last,
    @Nullable String changedRun,
    @Nullable Instant changedAt) {}
