package io.rrrspec.worker.agent.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.collect.MadeFile;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UnreadableNamesTest {
  @Test
  void whatCanBeReadIsLeftAlone() {
    List<MadeFile> files = files("a.png", "\u00fc.png");
    assertThat(UnreadableNames.of(files)).isEqualTo(new UnreadableNames(files, ""));
  }

  @Test
  void theOthersAreNamed() {
    UnreadableNames made =
        UnreadableNames.of(files("a.png", "\ufffd1", "\ufffd2", "x/\ufffd3", "\ufffd4", "\ufffd5"));
    assertThat(made.readable()).isEqualTo(files("a.png"));
    assertThat(made.note())
        .isEqualTo(
            "left out, as the worker cannot read the names (start it with LC_ALL=C.UTF-8):"
                + " ?1, ?2, x/?3 and 2 more");
  }

  private static List<MadeFile> files(String... paths) {
    return Stream.of(paths).map(path -> new MadeFile(path, 1)).toList();
  }
}
