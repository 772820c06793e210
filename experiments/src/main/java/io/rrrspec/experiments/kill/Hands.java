package io.rrrspec.experiments.kill;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WorkerStore;
import java.util.ArrayList;
import java.util.List;

/** How far persisters are with what they hold, as Redis shows it: also of one that is dead. */
final class Hands {
  private final RedisConnection redis;
  private final ServerStore members;
  private final TasksetStore tasksets;
  private final WorkerStore workers;
  private int killsInStepOne;
  private int killsInStepTwo;
  private int killsBetween;
  private int killsElsewhere;
  private int held;

  Hands(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.members = new ServerStore(redis, keys);
    this.tasksets = new TasksetStore(redis, keys);
    this.workers = new WorkerStore(redis, keys);
  }

  /** All that persisters hold. */
  List<String> all() {
    List<String> all = new ArrayList<>();
    for (String member : members.all()) {
      all.addAll(redis.commands().lrange(Keys.processing(member, "persister_queue"), 0, -1));
    }
    return all;
  }

  /** Whether step one of all that is held has been done: its last act is the time to live. */
  boolean stepOneIsDone() {
    return all().stream().noneMatch(this::isInStepOne);
  }

  private boolean isInStepOne(String key) {
    return redis.commands().ttl(key) < 0;
  }

  /** A persister takes it up within a tenth of a second. */
  private boolean isInStepTwo(String key) {
    return !isInStepOne(key)
        && tasksets.workerLogs(key).stream()
            .map(workers::findLog)
            .allMatch(log -> log.finishedAt() != null);
  }

  /** Something was killed in this moment. */
  void note() {
    List<String> now = all();
    held += now.size();
    if (now.stream().anyMatch(this::isInStepOne)) {
      killsInStepOne++;
    } else if (now.stream().anyMatch(this::isInStepTwo)) {
      killsInStepTwo++;
    } else if (!now.isEmpty()) {
      killsBetween++;
    } else {
      killsElsewhere++;
    }
  }

  @Override
  public String toString() {
    return "%d in step one, %d in step two, %d between, %d with nothing in hand; %d tasksets in hand"
        .formatted(killsInStepOne, killsInStepTwo, killsBetween, killsElsewhere, held);
  }
}
