package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartReportTest {
  private static final String DIGEST = "0123456789abcdef0123456789abcdef";

  @Test
  void itComesBackFromItsText() {
    PartReport report = new PartReport(7, DIGEST, 3, 2, null);
    assertThat(report.text())
        .isEqualTo("{\"whole\":7,\"digest\":\"" + DIGEST + "\",\"given\":3,\"ran\":2}");
    assertThat(PartReport.parse(report.text())).isEqualTo(report);
    PartReport refused = PartReport.refused("ordered \"methods\"");
    assertThat(PartReport.parse(refused.text())).isEqualTo(refused);
    assertThat(report.withRefused("no")).isEqualTo(new PartReport(7, DIGEST, 3, 2, "no"));
  }

  @Test
  void aReasonIsOneShortLine() {
    assertThat(PartReport.refused("a\nb\tc").refused()).isEqualTo("a b c");
    String cut = PartReport.refused("x".repeat(299) + "\ud83d\ude00".repeat(100)).refused();
    assertThat(cut).isEqualTo("x".repeat(299) + "…");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"whole\":7,\"digest\":\"\",\"given\":3}",
        "{\"whole\":7,\"digest\":\"xyz\",\"given\":3,\"ran\":2}",
        "{\"whole\":1,\"digest\":\"\",\"given\":3,\"ran\":2}",
        "{\"whole\":7,\"digest\":\"\",\"given\":3,\"ran\":2,\"refused\":1}",
        "{\"whole\":99999999999,\"digest\":\"\",\"given\":3,\"ran\":2}",
      })
  void anythingElseIsRefusedInOneLine(String text) {
    assertThatThrownBy(() -> PartReport.parse(text))
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("the report on a part of a class cannot be read (")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aTextWithoutEndIsRefusedUnread() {
    assertThatThrownBy(() -> PartReport.parse(" ".repeat(1_000_000)))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("it has 1000000 characters");
  }

  @ParameterizedTest
  @CsvSource({"-1, -1, -1", "1, 2, 1", "2, 1, 2", "2, 1, -1"})
  void countsThatCannotBeAreRefused(int whole, int given, int ran) {
    assertThatThrownBy(() -> new PartReport(whole, "", given, ran, null))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
