package io.rrrspec.experiments.chaos;

import java.time.Duration;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One fault: what was done to whom, and when what it held was in somebody's hands again. */
final class Fault {
  /** Some notice a fault when it is over: a client may stand still for long. */
  private static final long NOTICE_NANOS = Duration.ofMinutes(3).toNanos();

  private final FaultKind kind;
  private final String target;
  private final int run;
  private final long began = System.nanoTime();
  private volatile long measuredFrom = began;
  private volatile long recovered;
  private volatile boolean measured = true;
  private volatile boolean disturbed;
  private volatile @Nullable BooleanSupplier sign;
  private volatile @Nullable BooleanSupplier notice;
  private volatile long noticed;
  private volatile Runnable afterwards = () -> {};
  private volatile @Nullable Effect effect;

  /**
   * What a fault really did.
   *
   * @param count of what was counted; 0: it did nothing
   * @param what was counted
   */
  record Effect(long count, String what) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%,d %s", count, what);
    }
  }

  Fault(FaultKind kind, String target, int run) {
    this.kind = kind;
    this.target = target;
    this.run = run;
  }

  FaultKind kind() {
    return kind;
  }

  String target() {
    return target;
  }

  int run() {
    return run;
  }

  long began() {
    return began;
  }

  /** From now on the time until the sign of recovery is looked for, and counts. */
  Fault watch(BooleanSupplier isRecovered) {
    measuredFrom = System.nanoTime();
    sign = isRecovered;
    return this;
  }

  /** What it really did, from a look that cannot be wrong about it. */
  void took(long count, String what) {
    Effect noted = new Effect(count, what);
    effect = noted;
    System.err.println("  run " + run + ": " + this + ": " + noted);
  }

  /** What it did; null if nobody has counted, or not yet. */
  @Nullable Effect effect() {
    return effect;
  }

  /** From now on the time from the fault until somebody notices it is looked for. */
  Fault notice(BooleanSupplier isNoticed) {
    notice = isNoticed;
    return this;
  }

  /** Whether nothing of it is worth another look. */
  boolean isDone() {
    boolean noticeIsToCome =
        notice != null && noticed == 0 && System.nanoTime() - began < NOTICE_NANOS;
    return isOver() && !noticeIsToCome;
  }

  /** Whether somebody was seen to notice it. */
  boolean isNoticed() {
    return noticed != 0;
  }

  /** From the fault until somebody noticed it; milliseconds. */
  long noticedMillis() {
    return (noticed - began) / 1_000_000;
  }

  /** What is done when it has recovered. */
  Fault then(Runnable action) {
    afterwards = action;
    return this;
  }

  /** It held nothing that could be taken over: there is nothing to measure. */
  Fault unmeasured() {
    measured = false;
    return watch(() -> true);
  }

  /** Nothing will tell any more: the work is done. */
  void giveUp() {
    measured = false;
    end();
  }

  /** Looks for the signs. */
  void look() {
    BooleanSupplier isNoticed = notice;
    if (noticed == 0 && isNoticed != null && isNoticed.getAsBoolean()) {
      noticed = System.nanoTime();
    }
    BooleanSupplier isRecovered = sign;
    if (recovered == 0 && isRecovered != null && isRecovered.getAsBoolean()) {
      end();
    }
  }

  private void end() {
    if (recovered == 0) {
      recovered = System.nanoTime();
      afterwards.run();
    }
  }

  boolean isOver() {
    return recovered != 0;
  }

  long recoveredAt() {
    return recovered;
  }

  /** Something that hits everybody happened meanwhile: its time says little about its kind. */
  void markDisturbed() {
    disturbed = true;
  }

  boolean isDisturbed() {
    return disturbed;
  }

  /** Whether there was something to take over, and it was. */
  boolean isMeasured() {
    return measured && isOver();
  }

  /** From the fault, or what its kind says, to the sign; milliseconds. */
  long millis() {
    return (recovered - measuredFrom) / 1_000_000;
  }

  /** A line of what was measured, from which the tables of several series can be made. */
  String line() {
    return String.format(
        Locale.ROOT,
        "run %d measured: %s, effect %s, noticed %s, recovered %s, %s",
        run,
        kind,
        effect == null ? "not counted" : effect,
        isNoticed() ? noticedMillis() + " ms" : "-",
        isMeasured() ? millis() + " ms" : "-",
        disturbed ? "over another" : "alone");
  }

  @Override
  public String toString() {
    return kind + " " + target;
  }
}
