package io.rrrspec.client.report.junitxml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportsPlaceTest {
  private static final Path PROJECT = Path.of("/work/shop");

  @ParameterizedTest
  @ValueSource(
      strings = {"/tmp/x", "/work/shopping", "/work/shop/target/rrrspec", "/work/shop/ui/target"})
  void reports_beside_the_sources_are_fine(Path reports) {
    assertThat(ReportsPlace.warning("--junit-xml", reports, PROJECT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/work/shop/reports, reports, target/reports",
    "/work/shop, ., target/rrrspec",
    "/work/shop/src/target, src/target, target/src/target",
  })
  void reports_among_the_sources_are_warned_of(Path reports, String named, String better) {
    assertThat(ReportsPlace.warning("--junit-xml", reports, PROJECT).orElse(""))
        .isEqualTo(
            "warning: --junit-xml "
                + named
                + " is a part of the sources, so every run changes them, and the next one prepares"
                + " anew: write "
                + better);
  }
}
