package io.rrrspec.experiments.fuzz;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Stores;
import io.rrrspec.experiments.fuzz.EntryChange.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.UnifiedJedis;

/**
 * Changes keys of an installation that works, and lets all of its parts go on: the run that was
 * left alone ends well, the other one does not become green, and every reader bears what it finds.
 */
final class RedisTarget implements Target {
  private static final int ROUNDS = 7;
  private static final int MOST_CHANGES = 3;

  /** In some fourteen looks. */
  private static final int MOST_LINES = 7;

  /** The watchdog names so many of those that it finds dead in one look, and counts the others. */
  private static final int MOST_DEAD = 50;

  private final Stage stage;
  private final Stores stores;
  private final SavedState saved;
  private final LogWatch log;
  private final Readers readers;
  private final String name;
  private final @Nullable Kind only;

  private RedisTarget(
      Stage stage, SavedState saved, LogWatch log, String name, @Nullable Kind only) {
    this.name = name;
    this.only = only;
    this.stage = stage;
    this.stores = stage.stores();
    this.saved = saved;
    this.log = log;
    this.readers = new Readers(stage);
  }

  @Override
  public String kind() {
    return name;
  }

  /** Changes of all kinds. */
  static RedisTarget keys(Stage stage, SavedState saved, LogWatch log) {
    return new RedisTarget(stage, saved, log, "keys in Redis", null);
  }

  /** Bytes that are no text. */
  static RedisTarget bytes(Stage stage, SavedState saved, LogWatch log) {
    return new RedisTarget(stage, saved, log, "bytes in Redis", Kind.BYTES);
  }

  /** Times that are none. */
  static RedisTarget times(Stage stage, SavedState saved, LogWatch log) {
    return new RedisTarget(stage, saved, log, "times in Redis", Kind.TIMES);
  }

  /** What was changed: the keys, each with the kind of change. */
  private record Changed(Map<String, Kind> keys, boolean saysSucceeded) {}

  @Override
  public Outcome feed(Draw draw) throws Exception {
    SavedState.Copy copy = saved.copy(draw.number());
    saved.put(copy);
    Changed changed = change(draw, copy);
    log.forget();
    SteppingClock clock = new SteppingClock();
    GoodRun good = new GoodRun(stores, copy.runs());
    try (Actors actors = new Actors(stores, stage.database(), clock)) {
      readers.read(draw, copy.runs());
      play(actors, good, clock);
      boolean waits = !good.status().isFinal();
      if (waits) {
        requireShared(changed, actors, copy);
        mend(changed, copy);
        play(actors, good, clock);
      }
      Harm.unless(
          good.status() == TasksetStatus.SUCCEEDED,
          "the run that was left alone is " + good.status() + " " + actors.failures());
      requireCancelled(copy.runs().bad(), actors, good, clock, changed);
      requireNotGreen(copy.runs().bad(), changed);
      requireNotGreen(copy.runs().over(), changed);
      requireLifetimes(copy, changed);
      log.requireFew(RedisTarget::most);
      return waits ? Outcome.REFUSED : Outcome.TAKEN;
    }
  }

  private static int most(String line) {
    return line.contains(".Watchdog: ") && line.contains(" is dead") ? MOST_DEAD : MOST_LINES;
  }

  private static void play(Actors actors, GoodRun good, SteppingClock clock) {
    for (int round = 0; round < ROUNDS; round++) {
      good.step();
      actors.step();
      clock.pass(Duration.ofSeconds(2));
    }
  }

  private Changed change(Draw draw, SavedState.Copy copy) {
    List<String> all = SavedState.changeable(copy);
    List<String> keys =
        only == Kind.TIMES
            ? all.stream().filter(key -> EntryChange.hasTimes(at(copy, key))).toList()
            : all;
    List<Entry> others = List.copyOf(copy.entries().values());
    Map<String, Kind> kinds = new LinkedHashMap<>();
    Map<String, Entry> changes = new LinkedHashMap<>();
    StringBuilder told = new StringBuilder();
    for (int i = 1 + draw.below(MOST_CHANGES); i > 0; i--) {
      String key = draw.one(keys);
      Entry before = at(copy, key);
      Kind kind = only == null ? EntryChange.kind(draw) : only;
      Entry after = keepGood(copy, before, EntryChange.of(draw, kind, before, all, others));
      kinds.put(key, kind);
      changes.put(key, after);
      told.append(kind).append(' ').append(key).append(' ').append(difference(before, after));
      told.append("; ");
    }
    draw.tell(told.toString());
    write(changes);
    return new Changed(
        kinds, changes.values().stream().anyMatch(entry -> entry.values().contains("succeeded")));
  }

  private static Entry at(SavedState.Copy copy, String key) {
    return copy.entries().getOrDefault(key, new Entry("string", -1, List.of("")));
  }

  private static String difference(Entry before, Entry after) {
    if (!before.type().equals(after.type())) {
      return before.type() + "->" + after.type() + " " + after.values();
    }
    List<String> fresh = new ArrayList<>();
    for (int i = 0; i < after.values().size() && fresh.size() < 10; i++) {
      String value = after.values().get(i);
      if (!before.values().contains(value)) {
        boolean field = after.width() == 2 && i % 2 == 1;
        String shown = value.length() > 200 ? value.substring(0, 200) + "…" : value;
        fresh.add(field ? after.values().get(i - 1) + "=" + shown : shown);
      }
    }
    return before.values().size() + "->" + after.values().size() + " " + fresh;
  }

  /** What the run that is left alone has in a list of all runs stays there. */
  private static Entry keepGood(SavedState.Copy copy, Entry before, Entry after) {
    if (!before.type().equals(after.type()) || after.type().equals("string")) {
      return after;
    }
    List<String> values = new ArrayList<>(after.values());
    int width = before.width();
    for (int i = 0; i + width <= before.values().size(); i += width) {
      String value = before.values().get(i);
      if (copy.isGood(value) && !values.contains(value)) {
        values.addAll(before.values().subList(i, i + width));
      }
    }
    return after.with(values);
  }

  private void write(Map<String, Entry> changes) {
    UnifiedJedis redis = stores.redis().commands();
    try (AbstractPipeline pipeline = redis.pipelined()) {
      changes.forEach(
          (key, entry) -> {
            pipeline.del(key);
            entry.write(pipeline, key);
          });
      pipeline.sync();
    }
  }

  /** A key that all need, of a wrong type or gone, may keep all waiting until somebody mends it. */
  private static void requireShared(Changed changed, Actors actors, SavedState.Copy copy) {
    boolean shared =
        changed.keys().entrySet().stream()
            .anyMatch(
                key ->
                    isShared(key.getKey(), copy)
                        && (key.getValue() == Kind.TYPE
                            || key.getValue() == Kind.GONE
                            || key.getValue() == Kind.OTHER));
    Harm.unless(shared, "the run that was left alone does not end; " + actors.failures());
  }

  private static boolean isShared(String key, SavedState.Copy copy) {
    return !key.contains(Keys.lastPart(copy.runs().bad()))
        && !key.contains(Keys.lastPart(copy.runs().over()));
  }

  private void mend(Changed changed, SavedState.Copy copy) {
    Map<String, Entry> originals = new LinkedHashMap<>();
    for (String key : changed.keys().keySet()) {
      Entry entry = copy.entries().get(key);
      if (entry != null && isShared(key, copy)) {
        originals.put(key, entry);
      }
    }
    write(originals);
  }

  /** Whatever else is damaged, a run that goes on ends when somebody cancels it. */
  private void requireCancelled(
      String run, Actors actors, GoodRun good, SteppingClock clock, Changed changed) {
    if (changed.keys().keySet().stream().anyMatch(key -> key.equals(run))
        || !goesOn(run)
        || !actors.failures().isEmpty()) {
      return;
    }
    stores.clients().cancel(run);
    play(actors, good, clock);
    Harm.unless(!goesOn(run), "a run does not end when it is cancelled");
  }

  private boolean goesOn(String run) {
    UnifiedJedis redis = stores.redis().commands();
    return redis.type(run).equals("hash") && "running".equals(redis.hget(run, "status"));
  }

  private void requireNotGreen(String run, Changed changed) {
    String type = stores.redis().commands().type(run);
    String status = type.equals("hash") ? stores.redis().commands().hget(run, "status") : "";
    Harm.unless(
        !"succeeded".equals(status) || changed.saysSucceeded(), "a red run has become green");
  }

  /** What came into Redis meanwhile goes by itself, or belongs to something that is there. */
  private void requireLifetimes(SavedState.Copy copy, Changed changed) {
    UnifiedJedis redis = stores.redis().commands();
    Set<String> known = new HashSet<>(copy.entries().keySet());
    known.addAll(changed.keys().keySet());
    for (String key : redis.keys("*")) {
      boolean ours =
          known.contains(key)
              || key.contains(Keys.lastPart(copy.runs().good()))
              || key.contains(Keys.lastPart(copy.runs().bad()))
              || key.contains(Keys.lastPart(copy.runs().over()))
              || STAYING.stream().anyMatch(key::contains);
      Harm.unless(
          ours || redis.pttl(key) >= 0,
          "a key has no lifetime: " + (key.length() > 200 ? key.substring(0, 200) : key));
    }
  }

  /** Those that docs/redis-schema.md lets stay, or lets go with what they belong to. */
  private static final List<String> STAYING =
      List.of(
          ":active_taskset",
          ":dispatcher_queue",
          ":arbiter_queue",
          ":persister_queue",
          ":worker",
          ":server",
          ":turns",
          ":estimate_sec:",
          ":estimate_ms:",
          ":cpu_estimate_ms:",
          ":wait_estimate_ms:",
          ":start_cost_ms:",
          ":affinity:",
          ":part_times:",
          ":job",
          ":queue",
          ":requests",
          ":request:",
          ":offers:",
          ":flow:",
          ":starting_jobs",
          ":collected",
          ":taskset:");
}
