package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.CaseResult.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A test in one trial.
 *
 * @param run the number of the run
 * @param key the key of the run
 * @param endedAt when the run ended; null if unknown
 * @param taskNo the number of its task there, from 1
 * @param trialNo the number of the trial, from 0
 * @param slave the key of the slave
 * @param outcome how it ended
 * @param duration how long it took
 * @param message what it said when it failed, or null
 */
public record TestResult(
    long run,
    String key,
    @Nullable Instant endedAt,
    int taskNo,
    int trialNo,
    String slave,
    Outcome outcome,
    Duration duration,
    @Nullable String message) {}
