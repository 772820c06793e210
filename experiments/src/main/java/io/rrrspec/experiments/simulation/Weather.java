package io.rrrspec.experiments.simulation;

import io.rrrspec.common.redis.Edge;
import io.rrrspec.common.redis.Fate;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides which calls go wrong, and counts every misfortune. It is fine after a while. */
final class Weather implements Edge {
  private final Agenda agenda;
  private final Chance chance;
  private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
  private final Map<SimProcess, Long> reached = new LinkedHashMap<>();
  private final double never;
  private final double lost;
  private final double twice;
  private final double death;
  private final double stall;
  private final long fineFrom;
  private long redisBackAt;
  private long blindUntil;
  private int redisRun;
  private boolean calm;
  private boolean nothingArrives;
  private @Nullable SimProcess process;

  Weather(Agenda agenda, Chance chance) {
    this.agenda = agenda;
    this.chance = chance;
    this.fineFrom = Agenda.BEGIN + chance.between(5_000, 40_000);
    // Not everything everywhere: some failures only follow from one kind in plenty.
    this.never = rate(0.01);
    this.lost = rate(0.02);
    this.twice = rate(0.05);
    this.death = rate(0.001);
    this.stall = rate(0.02);
  }

  private double rate(double most) {
    return chance.hits(0.4) ? 0 : most * chance.share();
  }

  /** From when on nothing goes wrong any more, in milliseconds. */
  long fineFrom() {
    return fineFrom;
  }

  boolean isFine() {
    return agenda.millis() >= fineFrom;
  }

  /** Who makes the calls that follow; null: the simulation itself, to which nothing happens. */
  void acts(@Nullable SimProcess now) {
    process = now;
    calm = false;
  }

  /** For the rest of this step no single call fails: a pause would be one of the real clock. */
  void calm() {
    calm = true;
  }

  void count(Fault fault) {
    counts.merge(fault, 1, Integer::sum);
  }

  Map<Fault, Integer> counts() {
    return counts;
  }

  /** Nobody reaches Redis until then. */
  void silenceRedis(long millis) {
    redisBackAt = agenda.millis() + millis;
    blinds(millis);
  }

  /** For so long, and until they have watched anew, servers may see nothing. */
  void blinds(long millis) {
    blindUntil = Math.max(blindUntil, agenda.millis() + millis);
  }

  /** When that was over, or will be, for the last time. */
  long blindUntil() {
    return blindUntil;
  }

  /** It is another life of Redis when it comes back. */
  void restartRedis() {
    redisRun++;
  }

  boolean redisIsDown() {
    return agenda.millis() < redisBackAt;
  }

  @Override
  public String redisRun() {
    return "run-" + redisRun;
  }

  @Override
  public int arriving(int commands) {
    return nothingArrives ? 0 : (int) chance.upTo(commands);
  }

  @Override
  public Fate of(List<String> commands) {
    SimProcess who = process;
    if (who == null) {
      return Fate.ARRIVES;
    }
    nothingArrives = redisIsDown() || who.host().isCut(agenda.millis());
    if (nothingArrives) {
      return Fate.NEVER_ARRIVES;
    }
    reached.put(who, agenda.millis());
    if (calm || who.isRobust() || isFine()) {
      return Fate.ARRIVES;
    }
    double lot = chance.share();
    if (lot < never) {
      count(Fault.CALL_NEVER_ARRIVES);
      return Fate.NEVER_ARRIVES;
    }
    lot -= never;
    if (lot < lost) {
      count(Fault.ANSWER_IS_LOST);
      return Fate.ANSWER_IS_LOST;
    }
    lot -= lost;
    if (lot < death) {
      return chance.hits(0.5) ? Fate.DIES_BEFORE : Fate.DIES_AFTER;
    }
    lot -= death;
    if (lot < twice && commands.stream().allMatch(Weather::isTransition)) {
      count(Fault.CALL_IS_MADE_TWICE);
      return Fate.ARRIVES_TWICE;
    }
    return Fate.ARRIVES;
  }

  /** Whether all that keep saying that they live have reached Redis since then, or are gone. */
  boolean haveAllReachedRedisSince(long millis) {
    return reached.entrySet().stream()
        .allMatch(
            e ->
                e.getValue() >= millis
                    || e.getKey().isDead()
                    || e.getKey().frozenUntil() > millis
                    || e.getKey().isRobust()
                    || e.getKey().deathIs() == Fault.SLAVE_DIES
                    || e.getKey().host().isCut(agenda.millis()));
  }

  private static boolean isTransition(String command) {
    return Character.isLowerCase(command.charAt(0));
  }

  /** How long a process stands still now, in milliseconds; mostly 0. Never as long as a beat. */
  long stall() {
    if (isFine() || !chance.hits(stall)) {
      return 0;
    }
    count(Fault.STALLS);
    return chance.upTo(2_000);
  }
}
