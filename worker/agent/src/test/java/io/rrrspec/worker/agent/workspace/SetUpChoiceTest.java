package io.rrrspec.worker.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.worker.agent.workspace.SetUpChoice.Known;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetUpChoiceTest {
  private static final long MEGABYTE = 1_000_000;

  @ParameterizedTest(name = "{0} MB, made for {1} s, set-up {2} s, earlier {3}: {4}")
  @CsvSource({
    // Somebody gives it: 100 MB take 2 s to fetch and 2 s to unpack.
    "100,,60,false,FETCH",
    "100,,3,false,BUILD",
    "100,,,false,FETCH",
    "100,,60,true,FETCH",
    "100,,,true,BUILD",
    "100,5,60,false,FETCH",
    // Somebody makes it.
    ",0,60,false,WAIT",
    ",124,60,false,WAIT",
    ",126,60,false,BUILD",
    ",599,,false,WAIT",
    ",601,,false,BUILD",
    ",0,60,true,BUILD",
    // Nobody has anything.
    ",,60,false,BUILD",
    ",,,false,BUILD",
  })
  void itIsTheFasterWay(
      @Nullable Long megabytes,
      @Nullable Long madeFor,
      @Nullable Long setUp,
      boolean earlier,
      SetUpChoice expected) {
    Known known =
        new Known(
            megabytes == null ? null : megabytes * MEGABYTE,
            madeFor == null ? null : Duration.ofSeconds(madeFor),
            setUp == null ? null : Duration.ofSeconds(setUp),
            50 * MEGABYTE,
            earlier);
    assertThat(SetUpChoice.of(known)).isEqualTo(expected);
  }
}
