package io.rrrspec.persister.viewer.queue;

import io.rrrspec.common.queue.QueueSample;
import java.util.Locale;

/**
 * What a queue has at this moment, and what it has a right to.
 *
 * @param used how many workers serve it
 * @param guaranteed how many it has a right to, with a fraction
 * @param most how many it may have
 * @param missing how many it waits for although it has a right to them
 * @param scale the number of workers that the full width of a bar stands for; 1 or more
 */
public record ShareNow(int used, double guaranteed, int most, int missing, int scale) {
  /** The width of a bar, in pixels. */
  public static final int WIDTH = 160;

  static ShareNow of(QueueSample.Share share, int liveWorkers) {
    return new ShareNow(
        share.used(),
        share.guaranteed(),
        share.most(),
        missing(share),
        Math.max(Math.max(1, liveWorkers), Math.max(share.used(), share.most())));
  }

  /**
   * How many workers a queue waits for although it has a right to them. A part of a worker is given
   * in turns, so it is never missing.
   */
  static int missing(QueueSample.Share share) {
    int right = (int) Math.floor(Math.min(share.guaranteed(), share.most()) + 1e-9);
    return share.waiting() > 0 ? Math.max(0, right - share.used()) : 0;
  }

  /** Returns how many workers it has beyond its right; not those that it has in turns. */
  public int borrowed() {
    return Math.max(0, used - (int) Math.ceil(guaranteed - 1e-9));
  }

  /** Returns how wide the part of the workers to which it has a right is drawn, in pixels. */
  public int within() {
    return pixels(Math.min(used, used - borrowed()));
  }

  /** Returns where the drawn part of all its workers ends, in pixels. */
  public int end() {
    return pixels(used);
  }

  /** Returns where the part that it misses ends, in pixels. */
  public int missingEnd() {
    return pixels(used + missing);
  }

  /** Returns where the mark of its right is drawn, in pixels. */
  public int guaranteedAt() {
    return pixels(guaranteed);
  }

  /** Returns where the mark of the limit is drawn, in pixels. */
  public int mostAt() {
    return pixels(most);
  }

  private int pixels(double workers) {
    return (int) Math.round(Math.max(0, Math.min(workers, scale)) * WIDTH / scale);
  }

  /** Says the same for those who cannot see bars. */
  public String words() {
    String all =
        used + (used == 1 ? " worker" : " workers") + ", guaranteed " + decimal(guaranteed);
    return all
        + ", at most "
        + most
        + (missing > 0
            ? ": " + missing + " missing"
            : borrowed() > 0 ? ": borrows " + borrowed() : "");
  }

  /** Writes a number of workers, with one digit behind the point where there is a fraction. */
  public static String decimal(double number) {
    return Math.abs(number - Math.rint(number)) < 0.05
        ? Long.toString(Math.round(number))
        : String.format(Locale.ROOT, "%.1f", number);
  }
}
