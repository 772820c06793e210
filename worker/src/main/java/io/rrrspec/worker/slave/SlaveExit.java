package io.rrrspec.worker.slave;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import java.util.Map;

/** What the exit code of a slave process means. */
public enum SlaveExit {
  /** It was told that the taskset is over. */
  NORMAL(0, SlaveStatus.NORMAL_EXIT),
  /** A task ran past its hard limit; the slave reported it and ended itself. */
  TIMEOUT(42, SlaveStatus.TIMEOUT_EXIT),
  /** What is left should run in a fresh JVM. */
  FRESH(43, SlaveStatus.NORMAL_EXIT),
  /** The JVM cannot be trusted any more (out of memory); the trial is reported. */
  SPOILT(44, SlaveStatus.FAILURE_EXIT),
  /** Its worker was not known to live when it came: nothing is wrong with the slave_command. */
  REFUSED(45, SlaveStatus.NORMAL_EXIT),
  /** It was given up while it lived: by the watchdog, or Redis has lost its registration. */
  GONE(46, SlaveStatus.NORMAL_EXIT),
  /** Anything else. */
  FAILURE(1, SlaveStatus.FAILURE_EXIT);

  private static final Map<Integer, String> SIGNALS =
      Map.of(1, "HUP", 2, "INT", 6, "ABRT", 9, "KILL", 11, "SEGV", 15, "TERM");

  private final int code;
  private final SlaveStatus status;

  SlaveExit(int code, SlaveStatus status) {
    this.code = code;
    this.status = status;
  }

  /**
   * Why a slave ends that could not announce itself: the taskset is over, or the heartbeat of its
   * worker has run out meanwhile, as after an outage of Redis.
   */
  public static SlaveExit unannounced(TasksetStatus status) {
    return status.isFinal() ? NORMAL : REFUSED;
  }

  /** The exit code with which a slave says this. */
  public int code() {
    return code;
  }

  /** What is written into the slave's hash. */
  public SlaveStatus status() {
    return status;
  }

  /** What the trial becomes that the slave held when it ended. */
  public TrialStatus trialStatus() {
    return this == TIMEOUT ? TrialStatus.TIMEOUT : TrialStatus.ERROR;
  }

  /**
   * The same for a worker of another make. It knows 0 and 42 only, and takes every other code for a
   * crash, of which a few fail the taskset; after 42 it starts another slave.
   */
  public SlaveExit forOtherMakes() {
    if (this == GONE) {
      return NORMAL;
    }
    return this == FRESH || this == SPOILT ? TIMEOUT : this;
  }

  /** The meaning of a code. */
  public static SlaveExit of(int code) {
    for (SlaveExit exit : values()) {
      if (exit.code == code) {
        return exit;
      }
    }
    return FAILURE;
  }

  /** Why the trial that the slave held has no result. */
  public static String describe(int code, String lastOutput) {
    return lastOutput.contains("java.lang.OutOfMemoryError")
        ? describe(code) + ": out of memory"
        : describe(code);
  }

  /** The code in words, for the trial that the slave held. */
  public static String describe(int code) {
    if (code == 0) {
      return "the JVM ended with exit code 0: System.exit was called";
    }
    if (code > 128) {
      String name = SIGNALS.getOrDefault(code - 128, Integer.toString(code - 128));
      return "the JVM was killed by signal " + name;
    }
    return "the JVM ended with exit code " + code;
  }
}
