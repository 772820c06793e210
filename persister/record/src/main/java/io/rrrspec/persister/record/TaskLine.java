package io.rrrspec.persister.record;

import io.rrrspec.common.model.TaskStatus;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A task of a run, without its trials.
 *
 * @param taskNo its number in the run, from 1
 * @param specFile what it is
 * @param status what was decided; undecided if the run ended before
 * @param estimate what it was expected to take, or null
 * @param duration what its good trial took; null if there is none
 * @param trials how many it has
 */
public record TaskLine(
    int taskNo,
    String specFile,
    TaskStatus status,
    @Nullable Duration estimate,
    @Nullable Duration duration,
    int trials) {}
