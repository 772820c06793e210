package io.rrrspec.experiments.chaos;

/**
 * What kind of installation is hurt.
 *
 * @param sentinel whether Redis is a primary with replicas and Sentinels
 * @param network whether each part is in a network namespace of its own
 * @param clocks whether two of the workers have wrong clocks
 */
record Shape(boolean sentinel, boolean network, boolean clocks) {}
