package io.rrrspec.common.launch;

import java.time.Duration;

/** A launch of rank 0 that starts in half a second, with nothing queued and no JVM. */
final class LoadBuilder {
  private final String launch;
  private int rank;
  private int classes;
  private long queuedMs;
  private long longestMs;
  private int jvms;
  private int starting;
  private long busyMs;
  private long startMs = 500;

  private LoadBuilder(String launch) {
    this.launch = launch;
  }

  static LoadBuilder aLaunch(String launch) {
    return new LoadBuilder(launch);
  }

  /** So many classes that take the same. */
  LoadBuilder queued(int number, long eachMs) {
    classes += number;
    queuedMs += number * eachMs;
    longestMs = Math.max(longestMs, eachMs);
    return this;
  }

  /** A JVM that takes its next class after this time. */
  LoadBuilder running(long forMs) {
    jvms++;
    busyMs += forMs;
    return this;
  }

  /** A JVM that has this left of its start. */
  LoadBuilder starting(long forMs) {
    starting++;
    return running(forMs);
  }

  /** Of rank 0 without this. */
  LoadBuilder ranked(int value) {
    rank = value;
    return this;
  }

  LoadBuilder startsIn(long ms) {
    startMs = ms;
    return this;
  }

  LaunchLoad build() {
    return new LaunchLoad(
        launch,
        rank,
        classes,
        Duration.ofMillis(queuedMs),
        Duration.ofMillis(longestMs),
        jvms,
        starting,
        Duration.ofMillis(busyMs),
        Duration.ofMillis(startMs));
  }
}
