package io.rrrspec.persister.viewer.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MergedBarsTest {
  private final Made made = Made.times();

  @Test
  void whatCanBeSeenStaysAlone() {
    List<TrialBar> blocks = List.of(made.passed("A", 0, 1), made.passed("B", 1, 2));
    assertThat(MergedBars.row(blocks, 1_000)).hasSize(2).allMatch(one -> one.count() == 1);
  }

  @Test
  void whatIsTinyIsPutTogetherAndTheWorstIsShown() {
    List<TrialBar> blocks =
        List.of(
            made.passed("A", 0, 0.1),
            made.block("B", 0.1, 0.2, TrialBar.Kind.FAILED, false),
            made.passed("C", 0.2, 0.3),
            made.passed("D", 5, 9));

    List<MergedBars> row = MergedBars.row(blocks, 1_000);

    assertThat(row).extracting(MergedBars::count).containsExactly(3, 1);
    assertThat(row.get(0).kind()).isEqualTo(TrialBar.Kind.FAILED);
    assertThat(row.get(0).failed()).isEqualTo(1);
    assertThat(row.get(0).to()).isEqualTo(300);
  }

  @Test
  void tinyTrialsFarFromEachOtherStayApart() {
    List<TrialBar> blocks = List.of(made.passed("A", 0, 0.001), made.passed("B", 3, 3.001));
    assertThat(MergedBars.row(blocks, 1_000)).hasSize(2);
  }

  @Test
  void asManyArePutTogetherAsThePageNeedsAndNoneIsForgotten() {
    List<List<TrialBar>> rows = new ArrayList<>();
    for (int slave = 0; slave < 8; slave++) {
      List<TrialBar> row = new ArrayList<>();
      for (int i = 0; i < 1_250; i++) {
        row.add(made.passed("A" + i, i, i + 0.9));
      }
      rows.add(row);
    }

    List<List<MergedBars>> merged = MergedBars.rows(rows, 1, 1_200);

    assertThat(merged.stream().mapToInt(List::size).sum()).isBetween(300, 1_200);
    assertThat(merged.stream().flatMap(List::stream).mapToInt(MergedBars::count).sum())
        .isEqualTo(10_000);
  }

  @Test
  void moreRowsThanBlocksAllowedEndAtOneBlockEach() {
    List<List<TrialBar>> rows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rows.add(List.of(made.passed("A", 0, 1), made.passed("B", 50, 60)));
    }
    assertThat(MergedBars.rows(rows, 1, 5)).hasSize(20).allMatch(row -> row.size() == 1);
  }
}
