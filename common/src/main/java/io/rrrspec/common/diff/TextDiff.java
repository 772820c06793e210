package io.rrrspec.common.diff;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.ChangeDelta;
import com.github.difflib.patch.Chunk;
import io.rrrspec.common.diff.DiffLine.Side;
import io.rrrspec.common.diff.DiffLine.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares two texts by lines, and the lines that differ by words. Of equal lines a few around each
 * difference stay. The work is bounded: longer texts are compared coarsely.
 */
public final class TextDiff {
  /** The effort grows with the square of it. */
  private static final int MOST_PARTS = 600;

  private static final int CONTEXT = 2;

  /** Lines that have less in common are two lines, not one that was changed. */
  private static final double LEAST_ALIKE = 0.3;

  private TextDiff() {}

  /** The lines that show how the texts differ; those of equal texts are all of both. */
  public static List<DiffLine> of(String expected, String actual) {
    List<DiffLine> lines = new ArrayList<>();
    List<String> wanted = split(expected);
    List<String> came = split(actual);
    int at = 0;
    for (AbstractDelta<String> delta : deltas(wanted, came)) {
      int from = delta.getSource().getPosition();
      equal(wanted.subList(at, from), at == 0, false, lines);
      changed(delta.getSource().getLines(), delta.getTarget().getLines(), lines);
      at = from + delta.getSource().size();
    }
    equal(wanted.subList(at, wanted.size()), at == 0, true, lines);
    return lines;
  }

  private static List<String> split(String text) {
    return List.of(text.replace("\r\n", "\n").split("\n", -1));
  }

  private static List<AbstractDelta<String>> deltas(List<String> one, List<String> other) {
    if (one.size() <= MOST_PARTS && other.size() <= MOST_PARTS) {
      return DiffUtils.diff(one, other).getDeltas();
    }
    // Beginning and end in common, and all that is between.
    int least = Math.min(one.size(), other.size());
    int begin = 0;
    while (begin < least && one.get(begin).equals(other.get(begin))) {
      begin++;
    }
    int end = 0;
    while (end < least - begin
        && one.get(one.size() - 1 - end).equals(other.get(other.size() - 1 - end))) {
      end++;
    }
    if (begin + end == one.size() && one.size() == other.size()) {
      return List.of();
    }
    return List.of(
        new ChangeDelta<>(
            new Chunk<>(begin, one.subList(begin, one.size() - end)),
            new Chunk<>(begin, other.subList(begin, other.size() - end))));
  }

  private static void equal(List<String> both, boolean first, boolean last, List<DiffLine> lines) {
    int head = first ? 0 : CONTEXT;
    int tail = last ? 0 : CONTEXT;
    int leftOut = first && last ? 0 : both.size() - head - tail;
    for (int i = 0; i < both.size(); i++) {
      // A line in place of one line saves nothing.
      if (leftOut <= 1 || i < head || i >= both.size() - tail) {
        lines.add(DiffLine.plain(Side.BOTH, both.get(i)));
      } else if (i == head) {
        lines.add(DiffLine.plain(Side.LEFT_OUT, leftOut + " equal lines"));
      }
    }
  }

  private static void changed(List<String> wanted, List<String> came, List<DiffLine> lines) {
    List<DiffLine> expected = new ArrayList<>();
    List<DiffLine> actual = new ArrayList<>();
    int pairs = Math.min(wanted.size(), came.size());
    for (int i = 0; i < pairs; i++) {
      pair(wanted.get(i), came.get(i), expected, actual);
    }
    wanted.subList(pairs, wanted.size()).forEach(line -> expected.add(whole(Side.EXPECTED, line)));
    came.subList(pairs, came.size()).forEach(line -> actual.add(whole(Side.ACTUAL, line)));
    lines.addAll(expected);
    lines.addAll(actual);
  }

  private static void pair(
      String wanted, String came, List<DiffLine> expected, List<DiffLine> actual) {
    List<String> one = Words.of(wanted);
    List<String> other = Words.of(came);
    boolean[] ofOne = new boolean[one.size()];
    boolean[] ofOther = new boolean[other.size()];
    int changed = 0;
    for (AbstractDelta<String> delta : deltas(one, other)) {
      changed += mark(ofOne, delta.getSource().getPosition(), delta.getSource().getLines());
      changed += mark(ofOther, delta.getTarget().getPosition(), delta.getTarget().getLines());
    }
    double alike = 1 - (double) changed / Math.max(1, wanted.length() + came.length());
    if (alike < LEAST_ALIKE) {
      expected.add(whole(Side.EXPECTED, wanted));
      actual.add(whole(Side.ACTUAL, came));
    } else {
      expected.add(new DiffLine(Side.EXPECTED, spans(one, ofOne)));
      actual.add(new DiffLine(Side.ACTUAL, spans(other, ofOther)));
    }
  }

  /** Returns how many characters that are. */
  private static int mark(boolean[] marks, int from, List<String> words) {
    int length = 0;
    for (int i = 0; i < words.size(); i++) {
      marks[from + i] = true;
      length += words.get(i).length();
    }
    return length;
  }

  private static List<Span> spans(List<String> words, boolean[] marks) {
    List<Span> spans = new ArrayList<>();
    int i = 0;
    while (i < words.size()) {
      StringBuilder text = new StringBuilder();
      boolean marked = marks[i];
      while (i < words.size() && marks[i] == marked) {
        text.append(words.get(i));
        i++;
      }
      spans.add(new Span(text.toString(), marked));
    }
    return spans;
  }

  private static DiffLine whole(Side side, String line) {
    return new DiffLine(side, line.isEmpty() ? List.of() : List.of(new Span(line, true)));
  }
}
