package io.rrrspec.client.command;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.Repetition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code run} that run the same classes many times. */
final class RepeatOptions {
  private static final int MOST = 100_000;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description =
          "Run each selected class N times, one run after the other (side by side with --slaves),"
              + " and print how often it failed. There are no retries, and the runs are not in the"
              + " history. Default: once.")
  private @Nullable String repeat;

  @Option(
      names = "--until-fail",
      paramLabel = "N",
      arity = "0..1",
      fallbackValue = "1000",
      preprocessor = AttachedValue.class,
      description = "Like --repeat, but stop after the first failure. Alone: N is 1000.")
  private @Nullable String untilFail;

  @Option(
      names = "--same-jvm",
      description =
          "With --repeat or --until-fail: all runs in one JVM. Default: each in a JVM of its own.")
  private boolean sameJvm;

  /**
   * What was asked for, or null.
   *
   * @param selected whether the command line says which classes
   * @param slaves the value of --slaves, or null
   * @param other an option that was given and that has no sense with these, or null
   */
  @Nullable Repeat repeat(boolean selected, @Nullable String slaves, @Nullable String other) {
    if (repeat == null && untilFail == null) {
      if (sameJvm) {
        throw new UsageException(
            "option --same-jvm needs --repeat N or --until-fail: write one of them, too");
      }
      return null;
    }
    if (repeat != null && untilFail != null) {
      throw new UsageException(
          "options --repeat and --until-fail exclude each other: write --until-fail=N for at most N"
              + " runs");
    }
    String name = repeat != null ? "--repeat" : "--until-fail";
    if (!selected) {
      throw new UsageException("option " + name + " needs a PATTERN: write which classes to run");
    }
    if (other != null) {
      throw new UsageException(
          "options " + name + " and " + other + " exclude each other: leave one of them out");
    }
    if (sameJvm && slaves != null && !slaves.equals("1")) {
      throw new UsageException(
          "option --same-jvm takes one JVM, and --slaves is " + slaves + ": leave one of them out");
    }
    return new Repeat(
        times(name, repeat != null ? repeat : String.valueOf(untilFail)),
        untilFail != null,
        sameJvm ? Repetition.Jvm.SAME : Repetition.Jvm.FRESH);
  }

  private static int times(String name, String text) {
    try {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= MOST) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new UsageException(
        "option " + name + " is '" + text + "': write a whole number, 1 to 100,000");
  }
}
