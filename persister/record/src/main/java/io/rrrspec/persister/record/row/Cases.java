package io.rrrspec.persister.record.row;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.rrrspec.common.model.CaseResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The tests of one trial as a compressed JSON array in one column. */
public final class Cases {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
  private static final ObjectWriter WRITER =
      MAPPER.writerFor(
          MAPPER.getTypeFactory().constructCollectionType(List.class, CaseResult.class));

  /** A newer release may have written more of a test. */
  private static final ObjectReader READER =
      MAPPER
          .readerForListOf(CaseResult.class)
          .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private Cases() {}

  /** Packs tests for a column of bytes. */
  public static Blob pack(List<CaseResult> cases) {
    if (cases.isEmpty()) {
      return Blob.none();
    }
    return Blob.write(
        out -> {
          // Through a Writer, which replaces half a surrogate pair; Jackson's own UTF-8 refuses it.
          Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
          WRITER.writeValue(writer, cases);
          writer.flush();
        });
  }

  /** Reads packed tests; none if the column is null. */
  public static List<CaseResult> unpack(ResultSet row, String column) throws SQLException {
    try (InputStream in = Blob.open(row, column)) {
      byte[] json = in.readAllBytes();
      return json.length == 0 ? List.of() : READER.readValue(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
