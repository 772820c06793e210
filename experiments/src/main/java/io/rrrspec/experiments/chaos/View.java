package io.rrrspec.experiments.chaos;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** What an outsider sees of the installation in Redis, by plain commands. */
final class View {
  static final String NAMESPACE = "chaos";
  static final Keys KEYS = new Keys(NAMESPACE);

  private static final Pattern OF_TASKSET = Pattern.compile("^.+?:taskset:[^:]+");

  private final RedisConnection connection;
  private final UnifiedJedis redis;

  View(URI url) {
    this.connection = RedisConnection.open(url, 8);
    this.redis = connection.commands();
  }

  UnifiedJedis redis() {
    return redis;
  }

  void close() {
    connection.close();
  }

  /** How queues are set up. */
  QueueStore queues() {
    return new QueueStore(connection, KEYS);
  }

  TasksetStore tasksets() {
    return new TasksetStore(connection, KEYS);
  }

  TrialStore trials() {
    return new TrialStore(connection, KEYS);
  }

  List<String> active() {
    return redis.lrange(KEYS.activeTasksets(), 0, -1);
  }

  /** A field; empty if it is not there. */
  String field(String key, String name) {
    String value = redis.hget(key, name);
    return value == null ? "" : value;
  }

  static String worker(String name) {
    return KEYS.worker(name);
  }

  boolean beats(String owner) {
    return redis.exists(Keys.heartbeat(owner));
  }

  /** The slaves of a worker that have registered and not ended, in tasksets that are not over. */
  List<String> slaves(String worker) {
    List<String> found = new ArrayList<>();
    for (String taskset : active()) {
      for (String slave : redis.lrange(Keys.slaves(taskset), 0, -1)) {
        if (slave.startsWith(worker + ":slave:")
            && !field(slave, "life").isEmpty()
            && field(slave, "status").isEmpty()) {
          found.add(slave);
        }
      }
    }
    return found;
  }

  /** The trials that these slaves hold. */
  List<String> open(List<String> slaves) {
    return slaves.stream()
        .map(slave -> field(slave, "open_trial"))
        .filter(t -> !t.isEmpty())
        .toList();
  }

  /** Whether a trial is a second look at a class. */
  boolean isProbe(String trial) {
    return !field(trial, "probe").isEmpty();
  }

  /** Whether somebody has closed a trial, or its taskset is over. */
  boolean isClosed(String trial) {
    List<String> fields = redis.hmget(trial, "status", "verdict", "task");
    if (!empty(fields.get(0)) || !empty(fields.get(1))) {
      return true;
    }
    String status = field(tasksetOf(trial), "status");
    return !status.equals("running") && !status.isEmpty();
  }

  /** The taskset that a key belongs to; empty if it belongs to none. */
  static String tasksetOf(String key) {
    Matcher taskset = OF_TASKSET.matcher(key);
    return taskset.find() ? taskset.group() : "";
  }

  private static boolean empty(@org.jspecify.annotations.Nullable String text) {
    return text == null || text.isEmpty();
  }

  /** The key of the server or persister with this process id; empty if none is announced. */
  String member(String role, long pid) {
    return redis.smembers(KEYS.servers()).stream()
        .filter(key -> Keys.lastPart(key).matches(role + "-.*-" + pid + "-[0-9a-f]+"))
        .findFirst()
        .orElse("");
  }

  /** Whether nothing is left in the name of a server or persister. */
  boolean isForgotten(String member) {
    return !redis.sismember(KEYS.servers(), member)
        && !member.equals(redis.get(KEYS.lead("dispatcher")))
        && !member.equals(redis.get(KEYS.lead("watchdog")))
        && redis.llen(Keys.processing(member, "arbiter_queue")) == 0
        && redis.llen(Keys.processing(member, "persister_queue")) == 0;
  }

  /** The tasksets that are over and wait to be persisted. */
  Set<String> unpersisted() {
    Set<String> waiting = new TreeSet<>(redis.lrange(KEYS.persisterQueue(), 0, -1));
    for (String member : redis.smembers(KEYS.servers())) {
      waiting.addAll(redis.lrange(Keys.processing(member, "persister_queue"), 0, -1));
    }
    return waiting;
  }

  /** All keys with this beginning, by SCAN. */
  Set<String> scan(String pattern) {
    Set<String> found = new TreeSet<>();
    String cursor = ScanParams.SCAN_POINTER_START;
    do {
      ScanResult<String> page = redis.scan(cursor, new ScanParams().match(pattern).count(1_000));
      found.addAll(page.getResult());
      cursor = page.getCursor();
    } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
    return found;
  }

  Map<String, String> hash(String key) {
    return redis.hgetAll(key);
  }
}
