package io.rrrspec.client.report.progress;

import io.rrrspec.common.model.PartsEnded;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a run stands at one moment.
 *
 * @param done how many tasks are decided
 * @param total how many there are
 * @param failed how many of those decided failed
 * @param slaves what each slave does, in a steady order
 * @param left how long it will take, or null while nobody can tell
 * @param elapsed how long it has taken
 * @param again how many classes are looked at again after a failure, if nothing else is left; else
 *     0
 * @param parts how far classes are that run in parts, and are not decided
 */
public record Progress(
    int done,
    int total,
    int failed,
    List<SlaveNow> slaves,
    @Nullable Duration left,
    Duration elapsed,
    int again,
    PartsEnded parts) {

  /** While other tasks are left than those that are looked at again, and none is in parts. */
  public Progress(
      int done,
      int total,
      int failed,
      List<SlaveNow> slaves,
      @Nullable Duration left,
      Duration elapsed) {
    this(done, total, failed, slaves, left, elapsed, 0, PartsEnded.NONE);
  }

  /** How much is done: 0 to 1. */
  double share() {
    return total == 0 ? 0 : Math.min(1, (done + parts.share()) / total);
  }

  /**
   * What one slave does.
   *
   * @param name a short name to tell it from the others
   * @param task the spec_file it runs, or null if it waits
   * @param running how long it has run that; zero if it waits
   */
  public record SlaveNow(String name, @Nullable String task, Duration running) {}

  public Progress {
    slaves = List.copyOf(slaves);
    if (done < 0 || done > total || failed > done) {
      throw new IllegalArgumentException(
          "must be 0 <= failed <= done <= total: " + failed + ", " + done + ", " + total);
    }
  }
}
