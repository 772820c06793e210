package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.ArrayList;
import java.util.List;

/** The transitions of the arbiter: verdicts, and the end of tasksets. */
public final class JudgementStore {
  private final RedisConnection redis;
  private final Keys keys;

  public JudgementStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /**
   * Judges the trials of messages that stand in a processing list; they leave it.
   *
   * @param mostLost so many trials of a task may be lost
   * @return what came of each message, in their order
   */
  public List<String> judge(String processing, int mostLost, List<String> messages) {
    List<String> args = new ArrayList<>();
    args.add(Integer.toString(mostLost));
    args.addAll(messages);
    @SuppressWarnings("unchecked") // the script answers with a list of strings
    List<String> verdicts = (List<String>) redis.run("judge_trials", List.of(processing), args);
    return verdicts;
  }

  /** Ends a taskset by a message that stands in a processing list; answers what came of it. */
  public String end(
      String tasksetKey, String processing, String verb, String reason, String message) {
    return (String)
        redis.run(
            "end_taskset",
            List.of(tasksetKey, processing, keys.activeTasksets(), keys.persisterQueue()),
            List.of(verb, reason, message));
  }

  /** Asks the arbiters to cancel a taskset. */
  public void requestCancel(String tasksetKey) {
    redis.commands().rpush(keys.arbiterQueue(), "cancel\t" + tasksetKey);
  }

  /** Asks the arbiters to look whether a taskset is over. */
  public void requestCheck(String tasksetKey) {
    redis.commands().rpush(keys.arbiterQueue(), "check\t" + tasksetKey);
  }
}
