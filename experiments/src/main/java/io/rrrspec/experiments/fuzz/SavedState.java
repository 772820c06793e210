package io.rrrspec.experiments.fuzz;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Stores;
import io.rrrspec.experiments.fuzz.Installation.Runs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.UnifiedJedis;

/** All keys of an installation, to be put back for each input with ids of its own. */
final class SavedState {
  private final Stores stores;
  private final Runs runs;
  private final Map<String, Entry> entries = new TreeMap<>();
  private boolean first;
  private long writesAtPut;

  private SavedState(Stores stores, Runs runs) {
    this.stores = stores;
    this.runs = runs;
  }

  /** Makes an installation in an empty Redis, and keeps what is there then. */
  static SavedState make(Stores stores) {
    UnifiedJedis redis = stores.redis().commands();
    redis.flushAll();
    Runs made = Installation.make(stores);
    Map<String, Entry> entries = new TreeMap<>(StableIds.ORDER);
    redis.keys("*").forEach(key -> entries.put(key, Entry.of(redis, key)));
    List<String> texts = new ArrayList<>(entries.keySet());
    entries.values().forEach(entry -> texts.addAll(entry.values()));
    Map<String, String> names = StableIds.of(texts, List.of(Installation.REQUEST));
    SavedState state = new SavedState(stores, made.renamed(names));
    entries.forEach(
        (key, entry) -> state.entries.put(Entry.renamed(key, names), entry.renamed(names)));
    return state;
  }

  /**
   * One copy.
   *
   * @param runs with its ids
   * @param entries by key
   */
  record Copy(Runs runs, Map<String, Entry> entries) {
    /** Whether a key or a value is one of those that are left alone. */
    boolean isGood(String text) {
      return text.contains(Keys.lastPart(runs.good())) || text.contains(Installation.GOOD_WORKER);
    }
  }

  /** A copy in which the runs have other ids, which are not in Redis yet. */
  Copy copy(long number) {
    Map<String, String> names = new LinkedHashMap<>();
    String good = other(names, runs.good(), number, "good");
    String bad = other(names, runs.bad(), number, "bad");
    String over = other(names, runs.over(), number, "over");
    Map<String, Entry> renamed = new TreeMap<>();
    entries.forEach((key, entry) -> renamed.put(Entry.renamed(key, names), entry.renamed(names)));
    return new Copy(new Runs(good, runs.life(), bad, over), renamed);
  }

  private static String other(Map<String, String> names, String run, long number, String of) {
    String id = Keys.lastPart(run);
    String fresh =
        UUID.nameUUIDFromBytes((of + number).getBytes(java.nio.charset.StandardCharsets.UTF_8))
            .toString();
    names.put(id, fresh);
    return run.replace(id, fresh);
  }

  /** Puts the first copy into Redis, unless it is there and nobody has written anything since. */
  void putFirst() {
    if (!first || writes() != writesAtPut) {
      put(copy(0));
      first = true;
    }
  }

  /** How often something was written, as this Redis counts it. */
  private long writes() {
    return stores
        .redis()
        .commands()
        .info("persistence")
        .lines()
        .filter(line -> line.startsWith("rdb_changes_since_last_save:"))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
        .sum();
  }

  /** Puts a copy into Redis, and nothing else. */
  void put(Copy copy) {
    first = false;
    UnifiedJedis redis = stores.redis().commands();
    redis.flushAll();
    try (AbstractPipeline pipeline = redis.pipelined()) {
      copy.entries().forEach((key, entry) -> entry.write(pipeline, key));
      pipeline.sync();
    }
    writesAtPut = writes();
  }

  /** The keys that may be changed. */
  static List<String> changeable(Copy copy) {
    List<String> keys = new ArrayList<>();
    for (String key : copy.entries().keySet()) {
      // What is removed where these say is removed from this machine's disk.
      boolean removing = key.endsWith(":rsync_info") || key.endsWith(":sources");
      if (!copy.isGood(key) && !removing) {
        keys.add(key);
      }
    }
    return keys;
  }
}
