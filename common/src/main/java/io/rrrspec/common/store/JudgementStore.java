package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

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
   * @return the result of each message, in their order
   */
  public List<Judged> judge(String processing, int mostLost, List<String> messages) {
    return judge(processing, mostLost, messages, 0).results();
  }

  /**
   * The results of messages, and the next messages.
   *
   * @param results the result of each message, in their order
   * @param held the messages that the processing list holds now, oldest first
   */
  public record Batch(List<Judged> results, List<String> held) {}

  /**
   * As {@link #judge(String, int, List)}, and takes the next messages in the same call.
   *
   * @param most how many messages the processing list may hold; 1 or more
   */
  public Batch judgeAndTake(String processing, int mostLost, List<String> messages, int most) {
    return judge(processing, mostLost, messages, most);
  }

  private Batch judge(String processing, int mostLost, List<String> messages, int most) {
    List<String> args = new ArrayList<>();
    args.add(Integer.toString(mostLost));
    args.add(Integer.toString(most));
    args.addAll(messages);
    @SuppressWarnings("unchecked") // the script answers with a list of strings
    List<String> answer =
        (List<String>) redis.run("judge_trials", List.of(processing, keys.arbiterQueue()), args);
    int judged = messages.size();
    return new Batch(
        answer.subList(0, judged).stream().map(Judged::parse).toList(),
        List.copyOf(answer.subList(judged, answer.size())));
  }

  /**
   * What a trial that did not pass has led to.
   *
   * @param slave who ran it; empty if that is not known
   * @param decided what its task was decided as; empty: it is tried again, or was not decided
   */
  public record Aftermath(String slave, String decided) {}

  /** Reads what trials have led to, in one round trip and in their order; for the log. */
  public List<Aftermath> aftermath(List<String> trialKeys) {
    List<Response<String>> slaves = new ArrayList<>();
    List<Response<String>> statuses = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String trial : trialKeys) {
        slaves.add(pipeline.hget(trial, "slave"));
        statuses.add(pipeline.hget(Keys.taskOf(trial), "status"));
      }
      pipeline.sync();
    }
    List<Aftermath> aftermath = new ArrayList<>();
    for (int i = 0; i < trialKeys.size(); i++) {
      aftermath.add(
          new Aftermath(
              Objects.requireNonNullElse(PipelineAnswer.of(slaves.get(i), ""), ""),
              Objects.requireNonNullElse(PipelineAnswer.of(statuses.get(i), ""), "")));
    }
    return aftermath;
  }

  /** Whether a message ended its taskset. */
  public enum End {
    /** The message ended it. */
    ENDED,
    /** It was over before. */
    OVER,
    /** It has undecided tasks. */
    GOES_ON,
    /** There is no such taskset. */
    UNKNOWN;

    private static End parse(Object answer) {
      return switch ((String) answer) {
        case "ended" -> ENDED;
        case "over" -> OVER;
        case "goes on" -> GOES_ON;
        case "unknown" -> UNKNOWN;
        default -> throw new IllegalArgumentException("end_taskset answers " + answer);
      };
    }
  }

  /** Ends a taskset by a message that stands in a processing list. */
  public End end(String tasksetKey, String processing, String verb, String reason, String message) {
    return End.parse(
        redis.run(
            "end_taskset",
            List.of(tasksetKey, processing, keys.activeTasksets(), keys.persisterQueue()),
            List.of(verb, reason, message)));
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
