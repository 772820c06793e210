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
    return judge(processing, mostLost, messages, 0).verdicts();
  }

  /**
   * What came of messages, and what is next.
   *
   * @param verdicts what came of each message, in their order
   * @param held the messages that the processing list holds now, oldest first
   */
  public record Judged(List<String> verdicts, List<String> held) {}

  /**
   * As {@link #judge(String, int, List)}, and takes the next messages in the same call.
   *
   * @param most how many messages the processing list may hold; 1 or more
   */
  public Judged judgeAndTake(String processing, int mostLost, List<String> messages, int most) {
    return judge(processing, mostLost, messages, most);
  }

  private Judged judge(String processing, int mostLost, List<String> messages, int most) {
    List<String> args = new ArrayList<>();
    args.add(Integer.toString(mostLost));
    args.add(Integer.toString(most));
    args.addAll(messages);
    @SuppressWarnings("unchecked") // the script answers with a list of strings
    List<String> answer =
        (List<String>) redis.run("judge_trials", List.of(processing, keys.arbiterQueue()), args);
    int judged = messages.size();
    return new Judged(
        List.copyOf(answer.subList(0, judged)), List.copyOf(answer.subList(judged, answer.size())));
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
