package io.rrrspec.persister.viewer.timeline;

import java.util.ArrayList;
import java.util.List;

/**
 * Neighbours on one row that are too small to be seen apart, or a single trial.
 *
 * @param first the first of them
 * @param to when the last of them ended
 * @param kind the worst of what came of them
 * @param count how many there are; 1 or more
 * @param failed how many of them failed
 */
record MergedTrials(TrialBar first, long to, TrialBar.Kind kind, int count, int failed) {
  private static MergedTrials of(TrialBar block) {
    int failed = block.kind() == TrialBar.Kind.FAILED ? 1 : 0;
    return new MergedTrials(block, block.to(), block.kind(), 1, failed);
  }

  long from() {
    return first.from();
  }

  private MergedTrials with(TrialBar block) {
    return new MergedTrials(
        first,
        Math.max(to, block.to()),
        kind.compareTo(block.kind()) >= 0 ? kind : block.kind(),
        count + 1,
        failed + (block.kind() == TrialBar.Kind.FAILED ? 1 : 0));
  }

  /**
   * Puts together what is within less than {@code tiny}.
   *
   * @param blocks of one row, by their beginning
   */
  static List<MergedTrials> row(List<TrialBar> blocks, long tiny) {
    List<MergedTrials> row = new ArrayList<>();
    MergedTrials open = null;
    for (TrialBar block : blocks) {
      if (open != null && Math.max(open.to, block.to()) - open.from() < tiny) {
        open = open.with(block);
      } else {
        if (open != null) {
          row.add(open);
        }
        open = of(block);
      }
    }
    if (open != null) {
      row.add(open);
    }
    return row;
  }

  /**
   * Puts together, on all rows alike, as little as is needed for so many blocks.
   *
   * @param tiny what cannot be seen apart in any case, in milliseconds
   * @param most how many blocks there may be; more only if there are more rows
   */
  static List<List<MergedTrials>> rows(List<List<TrialBar>> rows, long tiny, int most) {
    long width = Math.max(1, tiny);
    while (true) {
      List<List<MergedTrials>> merged = new ArrayList<>();
      int count = 0;
      boolean single = true;
      for (List<TrialBar> row : rows) {
        List<MergedTrials> one = row(row, width);
        merged.add(one);
        count += one.size();
        single &= one.size() <= 1;
      }
      if (count <= most || single) {
        return merged;
      }
      width *= 2;
    }
  }
}
