package io.rrrspec.common.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One test of a trial: a method, one invocation of a parameterized method, a dynamic test, a
 * scenario; or what failed outside of any test ({@code @BeforeAll}), with an empty name as in
 * Surefire's reports.
 *
 * @param className the class that Surefire's report would name for the test: nested classes are
 *     their own
 * @param name the name of the test as in Surefire's XML; empty for the class itself
 * @param outcome how it ended
 * @param millis how long it took; 0 or more; what is more than a year counts as a year
 * @param message the failure's or skip's message, or null
 * @param type the class name of the throwable that failed it, or null
 * @param trace its stack trace, bounded, or null
 * @param comparisons the values that its assertions found to differ; none if the throwable has none
 * @param quarantine of a failure whether it is muted, and by whom and why; or when that ended; null
 *     if nobody has quarantined the test
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CaseResult(
    @JsonProperty("c") String className,
    @JsonProperty("n") String name,
    @JsonProperty("o") Outcome outcome,
    @JsonProperty("ms") long millis,
    @JsonProperty("m") @Nullable String message,
    @JsonProperty("t") @Nullable String type,
    @JsonProperty("s") @Nullable String trace,
    @JsonProperty("d") @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Comparison> comparisons,
    @JsonProperty("q") @Nullable String quarantine) {

  /** A year: no test takes longer. */
  private static final long LONGEST_MILLIS = 365L * 24 * 3_600 * 1_000;

  /** How one test ended: in Surefire's four kinds, or muted. */
  public enum Outcome {
    /** It passed. */
    @JsonProperty("p")
    PASSED,
    /** An assertion failed ({@link AssertionError}). */
    @JsonProperty("f")
    FAILED,
    /** Anything else was thrown. */
    @JsonProperty("e")
    ERROR,
    /** It was disabled or its assumption did not hold. */
    @JsonProperty("s")
    SKIPPED,
    /** It failed, and its failure does not count: it is in quarantine. */
    @JsonProperty("q")
    MUTED
  }

  public CaseResult {
    if (millis < 0) {
      throw new IllegalArgumentException("millis must be 0 or more, not " + millis);
    }
    // Sums of what nobody can have measured would not fit into their type.
    millis = Math.min(millis, LONGEST_MILLIS);
    // Absent in the JSON of older releases.
    comparisons = comparisons == null ? List.of() : List.copyOf(comparisons);
  }

  /** A test that nobody has quarantined. */
  public CaseResult(
      String className,
      String name,
      Outcome outcome,
      long millis,
      @Nullable String message,
      @Nullable String type,
      @Nullable String trace,
      List<Comparison> comparisons) {
    this(className, name, outcome, millis, message, type, trace, comparisons, null);
  }

  /** A test whose throwable, if there is one, compares nothing. */
  public CaseResult(
      String className,
      String name,
      Outcome outcome,
      long millis,
      @Nullable String message,
      @Nullable String type,
      @Nullable String trace) {
    this(className, name, outcome, millis, message, type, trace, List.of());
  }

  /** Its message, with what is to be said of its quarantine before it; null if there is neither. */
  public @Nullable String toldMessage() {
    return quarantine == null ? message : quarantine + (message == null ? "" : ": " + message);
  }
}
