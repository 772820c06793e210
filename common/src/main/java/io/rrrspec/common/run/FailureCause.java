package io.rrrspec.common.run;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TestSelection;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says why a test failed in words that are equal for all tests that failed for the same reason: the
 * throwable, the first line of its message with whatever differs from test to test made alike, and
 * the topmost frame of the project's own code without its line. Lists show failures of one cause
 * together.
 *
 * <p>Made alike are numbers, times, addresses of objects, UUIDs and other hexadecimal words, quoted
 * values, what an assertion expected, temporary paths, and the name of the test itself. Of several
 * failures in one ({@code assertAll}) the first one counts.
 *
 * <p>A failure without an own frame has the innermost cause in its place. If that is unknown, too,
 * the method of the test stands for it, for an assertion and where there is no message.
 */
public final class FailureCause {
  /** A cause has this many characters at most. */
  public static final int MOST = 300;

  private static final int TYPE = 80;
  private static final int TEXT = 120;
  private static final int PLACE = 90;

  /** No more of a message is looked at. */
  private static final int READ = 2_000;

  private static final String SEVERAL = "MultipleFailuresError";
  private static final String CAUSED_BY = "Caused by: ";
  private static final String MORE = "…";
  private static final String NUMBER = "#";
  private static final String NO_MESSAGE = "no message";

  /** Where memory ran out says nothing about the reason. */
  private static final String OUT_OF_MEMORY = "java.lang.OutOfMemoryError";

  /** As JUnit, AssertJ, TestNG, Hamcrest and Truth begin what follows with values. */
  private static final Pattern EXPECTED = Pattern.compile("\\b[Ee]xpected(?::| ?+[<\\[])");

  private static final Pattern QUOTED =
      Pattern.compile(
          "\"[^\"]*+\"|(?<!\\w)'[^']*+'(?!\\w)|`[^`]*+`|\u201c[^\u201c\u201d]*+\u201d|<[^<>]*+>");

  private static final Pattern TEMPORARY =
      Pattern.compile(
          "(?<!\\w)/(?:private/)?+(?:tmp|var/folders|var/tmp)/[^\\s,;:()\\[\\]{}]*+"
              + "|\\b[A-Za-z]:\\\\[^\\s,;()\\[\\]{}]*+");

  private static final Pattern TEMPORARY_ON_WINDOWS = Pattern.compile("(?i)\\\\te?+mp\\\\");

  private static final Pattern HEX =
      Pattern.compile(
          "\\b\\p{XDigit}{8}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{12}\\b"
              + "|(?<=[\\w;\\]>])@\\p{XDigit}{1,16}+\\b"
              + "|\\b0[xX]\\p{XDigit}++"
              + "|\\b(?=[a-fA-F]*+\\d)(?=\\d*+[a-fA-F])\\p{XDigit}{8,}+\\b");

  private static final Pattern DATE =
      Pattern.compile(
          "\\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?+(?: \\d++)?+"
              + " (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\b"
              + "|\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d)?+(?:[.,]\\d++)?+"
              + "(?:Z\\b|[-+]\\d\\d:?+\\d\\d)?+)?+"
              + "|\\bPT(?=\\d)[\\dHMS.]++");

  private static final Pattern NUMBERS =
      Pattern.compile("(?:(?<![\\w.])[-+])?+\\d++(?:[.,:]\\d++)*+(?:[eE][-+]?+\\d++)?+");

  /** A list of them may be of any length. */
  private static final Pattern LIST = Pattern.compile("#(?:, ?+#)++");

  private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]++");

  private FailureCause() {}

  /**
   * Returns the cause of a failure.
   *
   * @param failed the failed test, or what stands for a class that failed as a whole
   * @return never empty; at most {@link #MOST} characters
   */
  public static String of(CaseResult failed) {
    Said said = Said.of(failed);
    String text = cut(alike(said.line, failed), TEXT);
    String thrown =
        said.type.isEmpty()
            ? text
            : cutStart(said.type, TYPE) + (text.isEmpty() ? "" : ": " + text);
    return (thrown.isEmpty() ? NO_MESSAGE : thrown) + place(failed);
  }

  /**
   * What was thrown.
   *
   * @param type the class of the throwable; empty if it is unknown
   * @param line the first line that it says; empty if it says nothing
   */
  private record Said(String type, String line) {
    static Said of(CaseResult failed) {
      String type = failed.type() == null ? "" : failed.type();
      String message = failed.message() == null ? "" : failed.message();
      List<String> lines =
          beginning(message)
              .lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty())
              .limit(3)
              .toList();
      if (lines.isEmpty()) {
        return new Said(type, "");
      }
      if (!type.endsWith(SEVERAL)) {
        return new Said(type, lines.get(0));
      }
      return lines.stream()
          .skip(1)
          .filter(line -> !line.startsWith("--"))
          .findFirst()
          .map(child -> child(type, child))
          .orElseGet(() -> new Said(type, lines.get(0)));
    }

    /** JUnit writes the class of each throwable before its message. */
    private static Said child(String type, String line) {
      int end = line.indexOf(": ");
      return end > 0 && isClassName(line.substring(0, end))
          ? new Said(line.substring(0, end), line.substring(end + 2))
          : new Said(type, line);
    }

    private static boolean isClassName(String text) {
      return text.indexOf('.') > 0
          && text.chars().allMatch(c -> c == '.' || Character.isJavaIdentifierPart(c));
    }
  }

  private static String beginning(String message) {
    return message.substring(0, Math.min(message.length(), READ));
  }

  private static String place(CaseResult failed) {
    if (OUT_OF_MEMORY.equals(failed.type())) {
      return "";
    }
    Optional<String> own = ownFrame(failed);
    if (own.isPresent()) {
      return " at " + cutStart(own.get(), PLACE);
    }
    Optional<String> inner = innermost(failed.trace());
    if (inner.isPresent()) {
      return " by " + cut(alike(inner.get(), failed), PLACE);
    }
    boolean silent = failed.message() == null || failed.message().isBlank();
    return failed.outcome() == Outcome.FAILED || (silent && failed.type() == null)
        ? " at " + cutStart(test(failed), PLACE)
        : "";
  }

  private static String test(CaseResult failed) {
    String method = methodOf(failed);
    return method.isEmpty() ? failed.className() : failed.className() + '.' + method;
  }

  private static String methodOf(CaseResult failed) {
    return failed.name().isEmpty() ? "" : TestSelection.methodOf(failed.name());
  }

  private static Optional<String> ownFrame(CaseResult failed) {
    if (failed.trace() == null) {
      return Optional.empty();
    }
    OwnFrames frames = OwnFrames.of(failed.className());
    return failed
        .trace()
        .lines()
        .filter(line -> !line.isEmpty() && Character.isWhitespace(line.charAt(0)))
        .map(String::strip)
        .filter(line -> OwnFrames.isFrame(line) && frames.isOwn(line))
        .findFirst()
        .map(OwnFrames::method);
  }

  private static Optional<String> innermost(@Nullable String trace) {
    return trace == null
        ? Optional.empty()
        : trace
            .lines()
            .filter(line -> line.startsWith(CAUSED_BY))
            .reduce((first, second) -> second)
            .map(line -> beginning(line.substring(CAUSED_BY.length())));
  }

  /** One line in which nothing is of this test alone. */
  private static String alike(String line, CaseResult failed) {
    var expected = EXPECTED.matcher(line);
    String text =
        withoutNames(
            expected.find() ? line.substring(0, expected.start()) + "expected: " + MORE : line,
            failed);
    text = QUOTED.matcher(text).replaceAll(FailureCause::emptied);
    text = TEMPORARY.matcher(text).replaceAll(FailureCause::somewhere);
    text = HEX.matcher(text).replaceAll(found -> found.group().startsWith("@") ? "@#" : NUMBER);
    text = DATE.matcher(text).replaceAll(NUMBER);
    text = NUMBERS.matcher(text).replaceAll(NUMBER);
    text = LIST.matcher(text).replaceAll(NUMBER);
    return BLANKS.matcher(text).replaceAll(" ").strip();
  }

  private static String withoutNames(String line, CaseResult failed) {
    String text =
        failed.className().indexOf('.') > 0 ? line.replace(failed.className(), MORE) : line;
    String method = methodOf(failed);
    return method.isEmpty() ? text : text.replace(method + '(', MORE + '(');
  }

  /** Quotes with nothing that differs between them. */
  private static String emptied(MatchResult found) {
    String text = found.group();
    return text.charAt(0) + MORE + text.charAt(text.length() - 1);
  }

  private static String somewhere(MatchResult found) {
    String path = found.group();
    boolean temporary = path.startsWith("/") || TEMPORARY_ON_WINDOWS.matcher(path).find();
    // A backslash would quote what follows it.
    return temporary ? "/tmp/" + MORE : path.replace("\\", "\\\\").replace("$", "\\$");
  }

  private static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
        + MORE;
  }

  /** The end of a name says more than its beginning. */
  private static String cutStart(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int start = text.length() - most + 1;
    return MORE + text.substring(Character.isLowSurrogate(text.charAt(start)) ? start + 1 : start);
  }
}
