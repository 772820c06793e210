package io.rrrspec.common.store;

import io.rrrspec.common.model.TrialVerdict;
import java.util.Locale;

/** What the arbiter's script answers for one message about a trial. */
public sealed interface Judged {
  /** The trial got its verdict by this message. */
  record Now(TrialVerdict verdict) implements Judged {
    @Override
    public String toString() {
      return verdict.text();
    }
  }

  /** No verdict was given, for a reason that needs no further step. */
  enum NotNow implements Judged {
    /** The trial has no status yet. */
    OPEN,
    /** An earlier message led to a verdict, or another server took the message over. */
    JUDGED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** There is no such trial. */
  record Unknown() implements Judged {
    @Override
    public String toString() {
      return "unknown";
    }
  }

  /**
   * A key that the judgement needs is damaged.
   *
   * @param taskset the running taskset of the trial; empty if it was not running, or not reached
   * @param error what Redis said
   */
  record Broken(String taskset, String error) implements Judged {}

  /**
   * Reads the answer of {@code judge_trials} for one message.
   *
   * @throws IllegalArgumentException if the script answers what is not documented in it
   */
  static Judged parse(String answer) {
    if (answer.startsWith("broken\t")) {
      String[] parts = answer.split("\t", 3);
      return new Broken(parts[1], parts[2]);
    }
    return switch (answer) {
      case "open" -> NotNow.OPEN;
      case "judged" -> NotNow.JUDGED;
      case "unknown" -> new Unknown();
      default -> {
        TrialVerdict verdict = TrialVerdict.parse(answer);
        if (verdict == null) {
          throw new IllegalArgumentException("an empty answer for a trial");
        }
        yield new Now(verdict);
      }
    };
  }
}
