package io.rrrspec.common.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.rrrspec.common.json.LazyMapper;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Comparison;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tests of a trial as one line of JSON, as the field {@code cases} has them. */
public final class CasesJson {
  private static final int USUAL_LENGTH = 300;
  private static final String HEX = "0123456789ABCDEF";

  private CasesJson() {}

  /** Slaves write only: see {@link LazyMapper}. */
  private static final class Reader {
    static final ObjectReader OF_CASES =
        LazyMapper.JSON
            .readerForListOf(CaseResult.class)
            .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  }

  /** Writes tests; "" if there are none. */
  public static String write(List<CaseResult> cases) {
    if (cases.isEmpty()) {
      return "";
    }
    // By hand: a slave does it five times for each class, mostly before its code is compiled, and a
    // generator of JSON takes some hundred calls to say the same.
    StringBuilder json = new StringBuilder(USUAL_LENGTH).append('[');
    for (CaseResult test : cases) {
      if (json.length() > 1) {
        json.append(',');
      }
      append(test, json);
    }
    return json.append(']').toString();
  }

  private static void append(CaseResult test, StringBuilder json) {
    appendText("{\"c\":", test.className(), json);
    appendText(",\"n\":", test.name(), json);
    appendText(",\"o\":", letter(test.outcome()), json);
    json.append(",\"ms\":").append(test.millis());
    appendText(",\"m\":", test.message(), json);
    appendText(",\"t\":", test.type(), json);
    appendText(",\"s\":", test.trace(), json);
    if (!test.comparisons().isEmpty()) {
      char before = '[';
      json.append(",\"d\":");
      for (Comparison comparison : test.comparisons()) {
        appendText(before + "{\"e\":", comparison.expected(), json);
        appendText(",\"a\":", comparison.actual(), json);
        appendText(",\"m\":", comparison.message(), json);
        json.append('}');
        before = ',';
      }
      json.append(']');
    }
    appendText(",\"q\":", test.quarantine(), json);
    json.append('}');
  }

  /** Nothing for what is null. */
  private static void appendText(String before, @Nullable String value, StringBuilder json) {
    if (value == null) {
      return;
    }
    json.append(before).append('"');
    int done = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        json.append(value, done, i).append('\\');
        done = i + 1;
        switch (c) {
          case '"', '\\' -> json.append(c);
          case '\b' -> json.append('b');
          case '\t' -> json.append('t');
          case '\n' -> json.append('n');
          case '\f' -> json.append('f');
          case '\r' -> json.append('r');
          default -> json.append("u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
        }
      }
    }
    // The whole text is copied faster than a part of it.
    if (done == 0) {
      json.append(value);
    } else {
      json.append(value, done, value.length());
    }
    json.append('"');
  }

  private static String letter(CaseResult.Outcome outcome) {
    return switch (outcome) {
      case PASSED -> "p";
      case FAILED -> "f";
      case ERROR -> "e";
      case SKIPPED -> "s";
      case MUTED -> "q";
    };
  }

  /** Reads tests; none from what is no such JSON, be it foreign or cut off. */
  public static List<CaseResult> read(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    try {
      @Nullable List<@Nullable CaseResult> read = Reader.OF_CASES.readValue(text);
      return Stream.ofNullable(read)
          .flatMap(List::stream)
          .filter(Objects::nonNull)
          .filter(CasesJson::isWhole)
          .toList();
    } catch (JsonProcessingException e) {
      // The counts of the trial still say how it went.
      return List.of();
    }
  }

  /** Whether it has what every test has; the text may be anybody's JSON. */
  private static boolean isWhole(CaseResult test) {
    return Stream.of(test.className(), test.name(), test.outcome()).allMatch(Objects::nonNull)
        && test.comparisons().stream()
            .allMatch(values -> values.expected() != null && values.actual() != null);
  }
}
