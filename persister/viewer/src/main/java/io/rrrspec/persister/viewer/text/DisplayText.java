package io.rrrspec.persister.viewer.text;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.common.run.TaskOrder;
import io.rrrspec.common.run.TestCounts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures and names as people read them; for templates. */
public final class DisplayText {
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private DisplayText() {}

  /** A duration with two figures that matter: {@code 43 ms}, {@code 1.2 s}, {@code 3 min 5 s}. */
  public static String duration(@Nullable Duration duration) {
    if (duration == null) {
      return "–";
    }
    long millis = Math.max(0, duration.toMillis());
    if (millis < 1_000) {
      return millis + " ms";
    }
    if (millis < 60_000) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
    }
    long seconds = Math.round(millis / 1_000.0);
    return seconds < 3_600
        ? seconds / 60 + " min " + seconds % 60 + " s"
        : seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min";
  }

  /** From one moment to another; a dash where one is unknown. */
  public static String between(@Nullable Instant from, @Nullable Instant to) {
    return from == null || to == null ? "–" : duration(Duration.between(from, to));
  }

  /** How long a trial took; a dash while nobody knows. */
  public static String took(Trial trial) {
    return trial.startedAt() == null || trial.finishedAt() == null
        ? "–"
        : duration(trial.duration());
  }

  /** A moment, for those whose browser does not put it into their own zone. */
  public static String time(@Nullable Instant time) {
    return time == null ? "–" : UTC.format(time);
  }

  /** With thin gaps: {@code 50 000}. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number).replace(',', '\u202f');
  }

  /** {@code 1 test}, {@code 2 tests}. */
  public static String count(long number, String noun) {
    return number(number) + " " + noun + (number == 1 ? "" : noun.endsWith("s") ? "es" : "s");
  }

  /** {@code test}, {@code 2 tests}: behind "the last", where a 1 would be in the way. */
  public static String these(long number, String noun) {
    return number == 1 ? noun : count(number, noun);
  }

  /** An enum's constant in small letters. */
  public static String lower(@Nullable Enum<?> constant) {
    return constant == null ? "" : constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether some tests were asked for and none of them was there: then nothing was tested.
   *
   * @param tests of the run; null if nobody knows
   */
  public static boolean testedNothing(Taskset run, @Nullable TestCounts tests) {
    return run.partial()
        && run.status() == TasksetStatus.SUCCEEDED
        && tests != null
        && tests.passed() + tests.skipped() + tests.failed() == 0;
  }

  /** How a run stands, or how it ended; {@code no_tests} if nothing was tested. */
  public static String verdict(Taskset run, @Nullable TestCounts tests) {
    return testedNothing(run, tests) ? "no_tests" : lower(run.status());
  }

  /** What the classes of a filter are called: {@code order-dependent}. */
  public static String filter(TaskFilter filter) {
    return lower(filter).replace('_', '-');
  }

  /** What an order is called. */
  public static String order(TaskOrder order) {
    return switch (order) {
      case OUTCOME -> "outcome";
      case NAME -> "name";
      case TIME -> "time";
      case RUN -> "order of the run";
    };
  }

  /**
   * How a verdict is called: a pending class is one of which some tests, or all, did not run, or
   * failed in quarantine.
   */
  public static String verdict(String name) {
    return switch (name) {
      case "pending" -> "with skips";
      case "muted" -> "failed in quarantine";
      case "no_tests" -> "no tests";
      default -> name;
    };
  }

  /** The beginning of a text that may be of any length. */
  public static String beginning(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + " … " + count(text.length() - end, "more character");
  }

  /** For the query of an address. */
  public static String query(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** What a run is called: by its rsync_name, or its taskset_class where all have the same. */
  public static String run(Taskset taskset) {
    return taskset.rsyncName().equals("local") && !taskset.tasksetClass().isEmpty()
        ? taskset.tasksetClass()
        : taskset.rsyncName();
  }

  /** A test with its module, class and execution, as {@code client flaky} prints it. */
  public static String testId(String specFile, String className, String name) {
    TestId task = TestId.parse(specFile);
    return new TestId(task.module(), className, task.execution()) + "#" + name;
  }

  /** The last part of the name of a task's class, with the execution that the task names. */
  public static String simple(String className, String specFile) {
    String under = TestId.namesExecution(specFile) ? TestId.parse(specFile).named(className) : "";
    return simple(under.isEmpty() ? className : under);
  }

  /**
   * The last part of a class's name, without package or path; an execution and the number of a part
   * behind it stay.
   */
  public static String simple(String specFile) {
    String whole = ClassPart.classTaskOf(specFile);
    if (!whole.equals(specFile)) {
      return simple(whole) + specFile.substring(whole.length());
    }
    if (TestId.namesExecution(specFile)) {
      int at = specFile.lastIndexOf('@');
      return simple(specFile.substring(0, at)) + specFile.substring(at);
    }
    String name = specFile.substring(specFile.lastIndexOf('/') + 1);
    // A file or a command has its dots for another reason.
    boolean isClass =
        (name.length() == specFile.length() || name.indexOf(':') >= 0) && name.indexOf(' ') < 0;
    return isClass
        ? name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1)
        : name;
  }

  /** The worker's name and the slave's, out of the slave's key. */
  public static String slave(String slaveKey) {
    String worker = Keys.isSlave(slaveKey) ? Keys.lastPart(Keys.workerOf(slaveKey)) : "";
    String slave = Keys.lastPart(slaveKey);
    return worker.isEmpty() ? slave : worker + " · " + slave;
  }

  /** The worker's name out of its key. */
  public static String worker(String workerKey) {
    return Keys.lastPart(workerKey);
  }
}
