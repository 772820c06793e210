package io.rrrspec.common.model;

import org.jspecify.annotations.Nullable;

/**
 * What tests a class had when it last passed: in a JVM that is made for speed it must have the
 * same.
 *
 * @param tests how many; 0 or more, with those that were skipped
 * @param passed how many of them passed
 * @param ran which of them ran, as {@link RanTests} has it; null: nobody knows, so that only their
 *     numbers are compared
 */
public record PastTests(int tests, int passed, @Nullable Long ran) {}
