package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessorUseTest {
  @Test
  void whatIsWrittenIsRead() {
    ProcessorUse use =
        new ProcessorUse(
            2, Instant.parse("2026-01-01T00:00:00Z"), Duration.ofMillis(500), List.of(12, 100, 0));

    assertThat(use.text()).isEqualTo("2 1767225600000 500 12,100,0");
    assertThat(ProcessorUse.parse(use.text())).isEqualTo(use);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "2",
        "2 1 500 ",
        "2 1 500 101",
        "2 1 500 -1",
        "0 1 500 1",
        "2 1 0 1",
        "2 1 500 1,x",
        "2 1 500 1 1",
        "x 1 500 1"
      })
  void whatIsSomethingElseIsNothing(String text) {
    assertThat(ProcessorUse.parse(text)).isNull();
  }

  @Test
  void moreSamplesThanThereMayBeAreNothing() {
    String most = String.join(",", Collections.nCopies(ProcessorUse.MOST, "1"));

    assertThat(ProcessorUse.parse("2 1 500 " + most)).isNotNull();
    assertThat(ProcessorUse.parse("2 1 500 " + most + ",1")).isNull();
  }
}
