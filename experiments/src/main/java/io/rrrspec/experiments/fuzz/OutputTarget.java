package io.rrrspec.experiments.fuzz;

import io.rrrspec.common.process.BoundedText;
import io.rrrspec.common.process.LastLines;
import io.rrrspec.common.process.LineSplitter;
import java.nio.charset.StandardCharsets;

/**
 * Output of programs, up to lines of 100 MB and bytes that are no text: what is kept is bounded.
 */
final class OutputTarget implements Target {
  private static final int HALF = 10_000;
  private static final int LONGEST_LINE = 500;
  private static final int LAST = 20;
  private static final int PART = 1 << 16;
  private static final int GREAT = 100_000_000;

  @Override
  public String kind() {
    return "output of programs";
  }

  @Override
  public Outcome feed(Draw draw) throws Exception {
    BoundedText kept = new BoundedText(HALF, HALF);
    LastLines last = new LastLines(LAST, LONGEST_LINE);
    try (LineSplitter lines =
        new LineSplitter(StandardCharsets.UTF_8, LONGEST_LINE, line -> take(line, last))) {
      byte[] part = part(draw);
      int times = draw.oneIn(3_000) ? GREAT / PART : 1 + draw.below(3);
      draw.tell(times + " times " + new String(part, StandardCharsets.ISO_8859_1));
      for (int i = 0; i < times; i++) {
        kept.write(part, 0, part.length);
        lines.write(part, 0, part.length);
      }
    }
    Harm.unless(kept.text().length() < 3 * HALF, "an output is kept without a bound");
    Harm.unless(last.text().length() < 2 * LAST * LONGEST_LINE, "lines are kept without a bound");
    int most = 30 + draw.below(1_000);
    byte[] cut = BoundedText.cut(HostileText.any(draw), most).getBytes(StandardCharsets.UTF_8);
    Harm.unless(cut.length <= most, "a text was cut to more than it may have");
    return Outcome.TAKEN;
  }

  private static byte[] part(Draw draw) {
    return draw.oneIn(3)
        ? draw.bytes(draw.below(PART))
        : HostileText.bytes(draw, HostileText.any(draw).repeat(1 + draw.below(3)));
  }

  private static void take(String line, LastLines last) {
    Harm.unless(line.length() <= LONGEST_LINE + 1, "a line is longer than it may be");
    last.add(line);
  }
}
