package io.rrrspec.client.quarantine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.client.report.terminal.Columns;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.QuarantinedTest;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A listing of quarantined tests, with what the record says of each. */
public final class QuarantineTable {
  private static final int FORMAT = 1;
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final LocalDate today;
  private final List<Row> rows = new ArrayList<>();

  private record Row(QuarantinedTest test, String from, @Nullable PassStreak streak) {}

  public QuarantineTable(LocalDate today) {
    this.today = today;
  }

  /**
   * Adds tests.
   *
   * @param from where they are listed
   * @param streaks what is known of them
   */
  public void add(Collection<QuarantinedTest> tests, String from, Collection<PassStreak> streaks) {
    for (QuarantinedTest test : tests) {
      PassStreak known =
          streaks.stream()
              .filter(streak -> streak.test().equals(test.test()))
              .findFirst()
              .orElse(null);
      rows.add(new Row(test, from, known));
    }
  }

  /** Whether there is no test. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The table. */
  public String render(Style style) {
    Columns table = Columns.of("UNTIL", "OWNER", "IN", "PASSES", "TEST", "NOTE", "REASON");
    for (Row row : rows) {
      table.row(
          row.test().until().toString(),
          row.test().owner(),
          row.from(),
          passes(row.streak()),
          row.test().test().toString(),
          row.test().advice(today, row.streak()),
          row.test().reason());
    }
    return table.render(style);
  }

  private static String passes(@Nullable PassStreak streak) {
    if (streak == null) {
      return "";
    }
    return streak.passes() + (streak.isReady() ? "+" : "");
  }

  /** The same as JSON. */
  public String json() {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("format", FORMAT);
    ArrayNode tests = root.putArray("tests");
    for (Row row : rows) {
      ObjectNode one = tests.addObject();
      PassStreak streak = row.streak();
      one.put("test", row.test().test().toString());
      one.put("owner", row.test().owner());
      one.put("reason", row.test().reason());
      one.put("until", row.test().until().toString());
      one.put("in", row.from());
      one.put("ended", row.test().hasEnded(today));
      one.put("passes", streak == null ? null : streak.passes());
      one.put("seen", streak == null ? null : streak.seen());
      one.put("release", streak != null && streak.isReady());
    }
    try {
      return MAPPER.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
