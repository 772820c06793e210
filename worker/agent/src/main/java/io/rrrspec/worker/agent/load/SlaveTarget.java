package io.rrrspec.worker.agent.load;

import io.rrrspec.worker.agent.load.SlaveCount.Start;
import io.rrrspec.worker.agent.load.SlaveCount.Work;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Decides from look to look how many slaves a worker should have for one taskset: at least as many
 * as there are processors, more while processors are idle and tasks are queued. It only counts:
 * others look at the machine, start slaves, and let those end that are too many.
 */
public final class SlaveTarget {
  /** Processors have to be idle for so long before more slaves come. */
  private static final Duration IDLE_FOR = Duration.ofMillis(1_500);

  /** And crowded for so long before slaves go. */
  private static final Duration CROWDED_FOR = Duration.ofSeconds(3);

  /** The first value doubles with each time that slaves had to go. */
  private static final Duration LONGEST_IDLE_FOR = Duration.ofSeconds(24);

  private static final double IDLE_PART = 0.25;
  private static final double FULL_PART = 0.05;
  private static final int MOST_PER_PROCESSOR = 32;
  private static final int MOST = 256;

  /** Until a start of this project has been measured. */
  private static final Duration START = Duration.ofMillis(700);

  private static final Duration START_PROCESSOR = Duration.ofMillis(1_000);

  private final int processors;
  private final Work work;
  private final MemoryBound memory = new MemoryBound();
  private int wanted;
  private int current;
  private int highest;
  private String why = "one for each processor";
  private Duration idleFor = IDLE_FOR;
  private @Nullable Long idleSince;
  private @Nullable Long crowdedSince;

  /**
   * What there was to see in one look.
   *
   * @param nanos when, by a clock that never goes back
   * @param running how many slaves there are
   * @param starting how many of these have not taken a task yet
   * @param waiting whether a slave has nothing to do
   * @param queued how many tasks wait for a slave
   * @param alone whether nothing more than is needed may run beside what runs now
   * @param reading what the machine shows
   */
  public record Sight(
      long nanos,
      int running,
      int starting,
      boolean waiting,
      long queued,
      boolean alone,
      MachineReading reading) {}

  /**
   * Begins with one slave for each processor.
   *
   * @param processors how many slaves there are at least; 1 or more
   * @param work what is known of the classes
   * @param startCost how long a start of a JVM took in the past; null if nobody knows
   */
  public SlaveTarget(int processors, Work work, @Nullable Duration startCost) {
    this.processors = processors;
    this.work = work;
    this.current = processors;
    Duration start = startCost == null ? START : startCost;
    this.wanted =
        SlaveCount.choose(
            processors,
            work,
            new Start(start, larger(start, START_PROCESSOR)),
            Math.min(MOST, MOST_PER_PROCESSOR * processors));
    if (wanted > processors) {
      why = waits();
    }
  }

  private static Duration larger(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private String waits() {
    return String.format(
        Locale.ROOT, "classes wait %.0f %% of their time", work.waitingShare() * 100);
  }

  /** How many slaves there should be; those that are more end after their task. */
  public int current() {
    return current;
  }

  /** Whether more slaves are to come as soon as those that are starting are there. */
  public boolean grows() {
    return wanted > current;
  }

  /** How many slaves were used at most, and why, in a line. */
  public String tell() {
    return highest + (highest == 1 ? " slave: " : " slaves: ") + why;
  }

  /** Decides anew. */
  public int look(Sight sight) {
    memory.see(sight.reading());
    highest = Math.max(highest, sight.running());
    int excess = memory.excess(sight.reading());
    if (sight.alone()) {
      shrink(processors, null);
    } else if (excess > 0 && current > processors) {
      shrink(Math.max(processors, current - excess), "memory allows no more");
    } else if (isCrowded(sight)) {
      double part = processors * 1.5 / Math.max(1, sight.reading().runnable());
      shrink(
          (int) (current * Math.min(0.8, Math.max(0.5, part))), "fewer when processors were busy");
    } else {
      plan(sight);
      grow(sight);
    }
    return current;
  }

  private void shrink(int to, @Nullable String reason) {
    int next = Math.max(processors, to);
    crowdedSince = null;
    idleSince = null;
    if (next < current && reason != null) {
      add(reason);
      idleFor = idleFor.multipliedBy(2);
      idleFor = idleFor.compareTo(LONGEST_IDLE_FOR) > 0 ? LONGEST_IDLE_FOR : idleFor;
    }
    current = Math.min(current, next);
    wanted = Math.min(wanted, next);
  }

  /** Starts take all processors that there are, and say nothing about the classes. */
  private boolean isCrowded(Sight sight) {
    boolean full =
        current > processors
            && sight.starting() == 0
            && sight.reading().idle() < FULL_PART * processors
            && sight.reading().runnable() > 2 * processors + 1;
    if (!full) {
      crowdedSince = null;
      return false;
    }
    Long since = crowdedSince;
    if (since == null) {
      crowdedSince = sight.nanos();
      return false;
    }
    return sight.nanos() - since >= CROWDED_FOR.toNanos();
  }

  /** Processors that are idle while tasks wait, for a while, want more slaves. */
  private void plan(Sight sight) {
    double idle = sight.reading().idle();
    boolean useful =
        wanted <= current
            && sight.starting() == 0
            && !sight.waiting()
            && sight.queued() > sight.running()
            && idle >= IDLE_PART * processors;
    if (!useful) {
      idleSince = null;
      return;
    }
    Long since = idleSince;
    if (since == null) {
      idleSince = sight.nanos();
      return;
    }
    if (sight.nanos() - since < idleFor.toNanos()) {
      return;
    }
    idleSince = null;
    double used = Math.max(processors - idle, processors * 0.1);
    int enough = (int) Math.ceil(current * processors / used);
    wanted =
        Math.min(
            Math.max(current + 1, Math.min(2 * current, enough)),
            Math.min(MOST, MOST_PER_PROCESSOR * processors));
    why =
        String.format(
            Locale.ROOT, "processors were idle for %.0f %% of the time", 100 * idle / processors);
  }

  /** As many start at once as there are processors: all at once would all be late. */
  private void grow(Sight sight) {
    long useful = sight.queued() - sight.starting();
    int atOnce = Math.max(0, processors - sight.starting());
    int room = memory.room(sight.reading(), sight.running());
    int more = (int) Math.min(Math.min(useful, atOnce), room);
    if (wanted > current && useful > 0 && atOnce > 0 && room == 0) {
      // It is asked again: slaves that end, or that turn out to be small, make room.
      add("memory allows no more");
    }
    int next = Math.min(wanted, sight.running() + more);
    current = Math.max(current, next);
  }

  private void add(String remark) {
    why = why.contains(remark) ? why : why + "; " + remark;
  }
}
