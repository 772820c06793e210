package io.rrrspec.common.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CollectRequest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CollectBoundsTest {
  @Test
  void aFileThatIsTooLargeIsNamedAndSmallerOnesFollow() {
    CollectBounds bounds = new CollectBounds(new CollectRequest(List.of("**"), 10, 3_000_000));
    List<MadeFile> taken =
        bounds.takeAll(
            List.of(
                new MadeFile("a", 2_000_000),
                new MadeFile("huge", 1_000_001),
                new MadeFile("b", 1_000_000),
                new MadeFile("c", 1)));

    assertThat(taken).extracting(MadeFile::path).containsExactly("a", "b");
    assertThat(bounds.files()).isEqualTo(2);
    assertThat(bounds.bytes()).isEqualTo(3_000_000);
    assertThat(bounds.leftOut())
        .isEqualTo("left out by collect_max_files (10) or collect_max_mb (3): huge, c");
  }

  @Test
  void filesBeyondTheirNumberAreLeftOutInOneLine() {
    CollectBounds bounds = new CollectBounds(new CollectRequest(List.of("**"), 2, 1_000_000));
    bounds.takeAll(IntStream.range(0, 9).mapToObj(n -> new MadeFile("f" + n, 1)).toList());

    assertThat(bounds.files()).isEqualTo(2);
    assertThat(bounds.leftOut()).endsWith(": f2, f3, f4 and 4 more").hasLineCount(1);
  }

  @Test
  void aSizeThatOverflowsDoesNotFit() {
    CollectBounds bounds = new CollectBounds(new CollectRequest(List.of("**"), 10, 10));
    bounds.takeAll(List.of(new MadeFile("a", 5), new MadeFile("b", Long.MAX_VALUE)));

    assertThat(bounds.bytes()).isEqualTo(5);
  }
}
