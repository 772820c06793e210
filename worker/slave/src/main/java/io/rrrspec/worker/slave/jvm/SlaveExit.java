package io.rrrspec.worker.slave.jvm;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the exit code of a slave process means. All codes that a slave ends with are here. */
public enum SlaveExit {
  /** It was told that the taskset is over, or that its worker leaves it. */
  NORMAL(0, SlaveStatus.NORMAL_EXIT),
  /** A task ran past its hard limit; the slave reported it and ended itself. */
  TIMEOUT(42, SlaveStatus.TIMEOUT_EXIT),
  /** What is left should run in a fresh JVM. */
  FRESH(43, SlaveStatus.NORMAL_EXIT),
  /** Its launch has no work left that is worth this JVM, and another one has. */
  CHANGE(51, SlaveStatus.NORMAL_EXIT),
  /** The JVM cannot be trusted any more (out of memory); the trial is reported. */
  SPOILT(44, SlaveStatus.FAILURE_EXIT),
  /** Its worker was not known to live when it came: nothing is wrong with the slave_command. */
  REFUSED(45, SlaveStatus.NORMAL_EXIT, "its worker was not known to live"),
  /** Redis did not serve for longer than a slave waits. Neither test nor slave_command is wrong. */
  CUT_OFF(46, SlaveStatus.FAILURE_EXIT, "Redis does not serve"),
  /** Our own code failed, outside of a test: what it held is not the test's fault. */
  BROKEN(47, SlaveStatus.FAILURE_EXIT, "the slave itself failed"),
  /** The heap was so full that the slave could not even report its trial. */
  OUT_OF_MEMORY(48, SlaveStatus.FAILURE_EXIT),
  /** Its worker is gone, so that nobody looks at this code. */
  ORPHAN(49, SlaveStatus.FAILURE_EXIT, "its worker is gone"),
  /** It was given up while it lived: by the watchdog, or Redis has lost its registration. */
  GONE(50, SlaveStatus.NORMAL_EXIT, "it was given up while it lived"),
  /** Anything else: whatever code a test or a slave_command has ended with. */
  FAILURE(1, SlaveStatus.FAILURE_EXIT);

  private static final Map<Integer, String> SIGNALS =
      Map.of(1, "HUP", 2, "INT", 6, "ABRT", 9, "KILL", 11, "SEGV", 15, "TERM");

  /** What the JVM itself prints of its end, among others with -XX:+ExitOnOutOfMemoryError. */
  private static final Pattern MEMORY =
      Pattern.compile(
          "java\\.lang\\.(?:OutOfMemoryError|StackOverflowError)(?:: [^\\r\\n]{1,200})?"
              + "|There is insufficient memory for the Java Runtime Environment to continue");

  private final int code;
  private final SlaveStatus status;
  private final String words;

  SlaveExit(int code, SlaveStatus status) {
    this(code, status, "");
  }

  SlaveExit(int code, SlaveStatus status, String words) {
    this.code = code;
    this.status = status;
    this.words = words;
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

  /**
   * Why a slave ends so, unless it knows better; empty for a code that is believed without a word.
   * The others say that no test is to blame, and a test may end its JVM with any number.
   */
  public String words() {
    return words;
  }

  /** What is written into the slave's hash. */
  public SlaveStatus status() {
    return status;
  }

  /** What the trial becomes that the slave held when it ended. */
  public TrialStatus trialStatus() {
    return this == TIMEOUT ? TrialStatus.TIMEOUT : TrialStatus.ERROR;
  }

  /** Whether that trial is lost, and so says nothing about its test. */
  public boolean loses() {
    return this == CUT_OFF || this == BROKEN || this == ORPHAN || this == GONE;
  }

  /** Whether a slave ends so by itself, when it has reported everything. */
  public boolean isOrderly() {
    return switch (this) {
      case NORMAL, FRESH, CHANGE, SPOILT, REFUSED, GONE -> true;
      case TIMEOUT, CUT_OFF, BROKEN, OUT_OF_MEMORY, ORPHAN, FAILURE -> false;
    };
  }

  /** Whether the slave ended only because Redis did not serve: the slave_command may be fine. */
  public boolean isForWantOfRedis() {
    return this == CUT_OFF || this == REFUSED || this == GONE;
  }

  /**
   * The same for a foreign worker. It knows 0 and 42 only, and takes every other code for a crash,
   * of which a few fail the taskset; after 42 it starts another slave.
   */
  public SlaveExit forOtherMakes() {
    return switch (this) {
      case GONE -> NORMAL;
      case FRESH, CHANGE, SPOILT, CUT_OFF, OUT_OF_MEMORY -> TIMEOUT;
      case NORMAL, TIMEOUT, REFUSED, BROKEN, ORPHAN, FAILURE -> this;
    };
  }

  /**
   * The meaning of a code.
   *
   * @param lastOutput of the slave, with its last words
   */
  public static SlaveExit of(int code, String lastOutput) {
    SlaveExit exit = of(code);
    return exit.words.isEmpty() || !LastWords.in(lastOutput).isEmpty() ? exit : FAILURE;
  }

  private static SlaveExit of(int code) {
    for (SlaveExit exit : values()) {
      if (exit.code == code) {
        return exit;
      }
    }
    return FAILURE;
  }

  /** Why the trial that the slave held has no result: in its own last words, if it had any. */
  public static String describe(int code, String lastOutput) {
    String own = LastWords.in(lastOutput);
    if (!own.isEmpty()) {
      return own;
    }
    Optional<String> called = ExitCall.in(lastOutput);
    if (called.isPresent()) {
      return "the JVM ended with exit code " + code + ": " + called.get();
    }
    Matcher memory = MEMORY.matcher(lastOutput);
    String found = "";
    while (memory.find()) {
      found = ": " + memory.group();
    }
    return describe(code) + found;
  }

  /** The code in words, for the trial that the slave held. */
  public static String describe(int code) {
    if (code == 0) {
      return "the JVM ended with exit code 0, without System.exit: perhaps by Runtime.halt";
    }
    if (code == OUT_OF_MEMORY.code) {
      return "the JVM ended, out of memory";
    }
    if (code > 128) {
      String name = SIGNALS.getOrDefault(code - 128, Integer.toString(code - 128));
      return "the JVM was killed by signal " + name;
    }
    return "the JVM ended with exit code " + code;
  }
}
