package io.rrrspec.common.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.rrrspec.common.model.CaseResult;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tests of a trial as one line of JSON, as the field {@code cases} has them. */
public final class CasesJson {
  private static final ObjectMapper json = new ObjectMapper();
  private static final ObjectWriter writer = json.writer();
  private static final ObjectReader reader =
      json.readerForListOf(CaseResult.class)
          .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private CasesJson() {}

  /** Writes tests; "" if there are none. */
  public static String write(List<CaseResult> cases) {
    try {
      return cases.isEmpty() ? "" : writer.writeValueAsString(cases);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of strings and numbers is always JSON", e);
    }
  }

  /** Reads tests; none from what is no such JSON, be it foreign or cut off. */
  public static List<CaseResult> read(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    try {
      @Nullable List<@Nullable CaseResult> read = reader.readValue(text);
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
    return Stream.of(test.className(), test.name(), test.outcome()).allMatch(Objects::nonNull);
  }
}
