package io.rrrspec.experiments.fleet;

/**
 * What one run took.
 *
 * @param firstTestMs from activation until the first trial started, in milliseconds
 * @param totalMs from the start of the client until it ended, in milliseconds
 * @param syncedKb content of the files that the workers fetched, in kB
 * @param setUps set-ups that began, on all workers
 */
record Measured(long firstTestMs, long totalMs, long syncedKb, int setUps) {}
