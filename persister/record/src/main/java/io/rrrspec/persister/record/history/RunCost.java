package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.RunWay;
import java.time.Duration;

/**
 * What a run of a whole project has cost.
 *
 * @param way how it used its machine
 * @param good whether all of its classes were good in their only trials: else it did more, or less,
 *     than others
 * @param took from the begin of its first trial to the end of its last
 * @param processor the processor time of its trials
 */
public record RunCost(RunWay.Kind way, boolean good, Duration took, Duration processor) {}
