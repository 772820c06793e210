package io.rrrspec.common.model;

/**
 * How many tests a class had when it last passed: in a JVM that is made for speed it must have as
 * many.
 *
 * @param tests 0 or more, with those that were skipped
 * @param passed how many of them passed
 */
public record PastTests(int tests, int passed) {}
