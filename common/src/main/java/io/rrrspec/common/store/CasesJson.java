package io.rrrspec.common.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.rrrspec.common.json.LazyMapper;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Comparison;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tests of a trial as one line of JSON, as the field {@code cases} has them. */
public final class CasesJson {
  private static final JsonFactory FACTORY = new JsonFactory();

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
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartArray();
      for (CaseResult test : cases) {
        write(test, json);
      }
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException("a text takes everything", e);
    }
    return text.toString();
  }

  private static void write(CaseResult test, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("c", test.className());
    json.writeStringField("n", test.name());
    json.writeStringField("o", letter(test.outcome()));
    json.writeNumberField("ms", test.millis());
    writeUnlessNull("m", test.message(), json);
    writeUnlessNull("t", test.type(), json);
    writeUnlessNull("s", test.trace(), json);
    if (!test.comparisons().isEmpty()) {
      json.writeArrayFieldStart("d");
      for (Comparison comparison : test.comparisons()) {
        json.writeStartObject();
        json.writeStringField("e", comparison.expected());
        json.writeStringField("a", comparison.actual());
        writeUnlessNull("m", comparison.message(), json);
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static void writeUnlessNull(String name, @Nullable String value, JsonGenerator json)
      throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }

  private static String letter(CaseResult.Outcome outcome) {
    return switch (outcome) {
      case PASSED -> "p";
      case FAILED -> "f";
      case ERROR -> "e";
      case SKIPPED -> "s";
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
