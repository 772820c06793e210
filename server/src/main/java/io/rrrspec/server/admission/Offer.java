package io.rrrspec.server.admission;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A worker, as it can be given away.
 *
 * @param key its key
 * @param workerType what it serves
 * @param taskset what it serves now or was promised to, or null: idle
 * @param alive whether it lives
 * @param ours whether it announces the protocol
 * @param barred the tasksets that it has left with a reason, or that need a JDK it does not have
 * @param sick whether it was taken off a taskset a while ago: it gets nothing
 * @param lastResort those of {@code barred} that it gets again if nobody else serves them
 * @param stay whether it may be asked to leave what it serves
 * @param queue the queue for which it is busy, where its taskset is over and asks for nothing any
 *     more; else null
 */
public record Offer(
    String key,
    String workerType,
    @Nullable String taskset,
    boolean alive,
    boolean ours,
    Set<String> barred,
    boolean sick,
    Set<String> lastResort,
    Stay stay,
    @Nullable String queue) {
  /** One whose taskset says for which queue it is busy. */
  public Offer(
      String key,
      String workerType,
      @Nullable String taskset,
      boolean alive,
      boolean ours,
      Set<String> barred,
      boolean sick,
      Set<String> lastResort,
      Stay stay) {
    this(key, workerType, taskset, alive, ours, barred, sick, lastResort, stay, null);
  }

  /** Whether a worker may be asked to leave what it serves. */
  public enum Stay {
    /** It sets up or has just done so, or it is of another make. */
    MUST_STAY,
    /** It may. */
    MAY_LEAVE,
    /** It was asked already, and ends what runs. */
    LEAVES
  }

  /** One that was never taken off. */
  public Offer(
      String key,
      String workerType,
      @Nullable String taskset,
      boolean alive,
      boolean ours,
      Set<String> barred) {
    this(key, workerType, taskset, alive, ours, barred, false, Set.of(), Stay.MUST_STAY);
  }

  /** Whether it can be given away. */
  public boolean isIdle() {
    return alive && !sick && taskset == null;
  }
}
