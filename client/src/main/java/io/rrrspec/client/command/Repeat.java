package io.rrrspec.client.command;

import io.rrrspec.common.model.Repetition;

/**
 * How often {@code run} runs each class.
 *
 * @param times how often at most; 1 or more
 * @param untilFail whether it ends with the first failure
 * @param jvm in which JVM
 */
public record Repeat(int times, boolean untilFail, Repetition.Jvm jvm) {}
