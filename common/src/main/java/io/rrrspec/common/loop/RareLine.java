package io.rrrspec.common.loop;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A line of the log that may be due very often, such as one for each message that nobody can read:
 * there may be a hundred thousand of them. The line is written at once, and then once a minute at
 * most, for all that came in between. Any thread may use it.
 */
public final class RareLine {
  /** Says it. */
  @FunctionalInterface
  public interface Say {
    /**
     * Writes the line.
     *
     * @param count for how many it stands; 1 or more
     * @param first what the first of them was
     */
    void say(long count, String first);
  }

  private static final long PAUSE = Duration.ofMinutes(1).toNanos();

  private final LongSupplier nanos;
  private final Say line;
  private long due;
  private long count;
  private @Nullable String first;

  /** Makes one of which nothing was said yet. */
  public RareLine(Say line) {
    this(System::nanoTime, line);
  }

  RareLine(LongSupplier nanos, Say line) {
    this.nanos = nanos;
    this.line = line;
    this.due = nanos.getAsLong();
  }

  /**
   * Counts more, and says the line if it is due.
   *
   * @param more what there was; nothing: looks only whether something is left to be said
   */
  public synchronized void add(List<String> more) {
    if (first == null && !more.isEmpty()) {
      first = more.get(0);
    }
    count += more.size();
    long now = nanos.getAsLong();
    String said = first;
    if (said == null || now - due < 0) {
      return;
    }
    long so = count;
    due = now + PAUSE;
    count = 0;
    first = null;
    line.say(so, said);
  }

  /**
   * What stands at the end of a line that names the first.
   *
   * @param count for how many the line stands; 1 or more
   * @return nothing for one, else such as " (and 2 more)"
   */
  public static String others(long count) {
    return count == 1 ? "" : " (and " + (count - 1) + " more)";
  }

  /** Counts one more. */
  public void add(String more) {
    add(List.of(more));
  }

  /** Says what is left to be said, if it is due. */
  public void look() {
    add(List.of());
  }
}
