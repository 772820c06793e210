package io.rrrspec.experiments.split;

import io.rrrspec.common.model.TaskStatus;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How a class in random parts compares with the whole class.
 *
 * @param task the name of the class
 * @param kind what was seen
 * @param reason why it is not equal, in one line; empty if it is
 * @param differences the tests that came to something else
 * @param cause of what is not equal, if that was looked for
 */
record ClassOutcome(
    String task, Kind kind, String reason, List<Difference> differences, Cause cause) {
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Pattern LAST_NAME =
      Pattern.compile("^(tests of other parts run with it|a test that is not .*?) \\(.*\\)$");

  /** What was seen of a class. */
  enum Kind {
    /** It has no two methods that the record can tell apart, so it was not divided. */
    SMALL("fewer than two methods"),
    /** It failed as a whole, so it was not divided. */
    RED("failed whole"),
    /** Its parts had the same tests with the same outcomes. */
    EQUAL("equal"),
    /** A slave refused to divide it. */
    REFUSED("refused"),
    /** Its parts failed or did not agree, and it ran as a whole. */
    VOID("void"),
    /** Its parts decided it, with other tests or outcomes. */
    OTHER("other tests"),
    /** It was not decided: the run did not come to its end. */
    ENDLESS("no end");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** The name in tables. */
    String text() {
      return text;
    }

    /** Whether it was divided and is not as the whole class, without a refusal. */
    boolean differs() {
      return this == VOID || this == OTHER || this == ENDLESS;
    }
  }

  /** Why a class in parts is not as the whole class. */
  enum Cause {
    /** Nobody has looked. */
    UNKNOWN("not looked for"),
    /** Whole or in parts, it does not always come to the same. */
    FLAKY("flaky"),
    /** It is equal if its parts run one after another. */
    BESIDE("parts beside each other"),
    /** It differs each time that it runs in these parts. */
    DEPENDENT("its tests depend on one another");

    private final String text;

    Cause(String text) {
      this.text = text;
    }

    /** The name in tables. */
    String text() {
      return text;
    }
  }

  ClassOutcome {
    differences = List.copyOf(differences);
  }

  /** Of a class that was not divided. */
  static ClassOutcome undivided(String task, Ran whole) {
    Kind kind =
        whole.status() == TaskStatus.UNDECIDED
            ? Kind.ENDLESS
            : whole.status() == TaskStatus.FAILED ? Kind.RED : Kind.SMALL;
    String reason =
        switch (kind) {
          case RED -> whole.reason() + String.join("; ", whole.tests().failures());
          case ENDLESS -> whole.reason();
          default -> "";
        };
    return new ClassOutcome(task, kind, reason, List.of(), Cause.UNKNOWN);
  }

  /** Of a class that was divided, and passed as a whole. */
  static ClassOutcome divided(String task, Ran whole, Ran inParts) {
    Ran.Divided parts = inParts.divided();
    if (parts == null || inParts.status() == TaskStatus.UNDECIDED) {
      return new ClassOutcome(task, Kind.ENDLESS, inParts.reason(), List.of(), Cause.UNKNOWN);
    }
    String why = parts.whole();
    if (why != null && parts.refused()) {
      return new ClassOutcome(task, Kind.REFUSED, why, List.of(), Cause.UNKNOWN);
    }
    List<Difference> differences = whole.tests().differences(parts.tests(), parts.complete());
    if (why != null) {
      String remarks = parts.remarks().isEmpty() ? "" : ": " + String.join("; ", parts.remarks());
      return new ClassOutcome(task, Kind.VOID, why + remarks, differences, Cause.UNKNOWN);
    }
    return new ClassOutcome(
        task, differences.isEmpty() ? Kind.EQUAL : Kind.OTHER, "", differences, Cause.UNKNOWN);
  }

  ClassOutcome with(Cause found) {
    return new ClassOutcome(task, kind, reason, differences, found);
  }

  /** The reason without numbers, the names of tests, and remarks. */
  String generalReason() {
    int remarks = kind == Kind.VOID ? reason.indexOf(": ") : -1;
    String line = remarks < 0 ? reason : reason.substring(0, remarks);
    return NUMBER.matcher(LAST_NAME.matcher(line).replaceFirst("$1")).replaceAll("N");
  }
}
