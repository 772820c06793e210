package io.rrrspec.server.arbiter;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.server.arbiter.Message.Verb;
import io.rrrspec.server.tally.Count;
import io.rrrspec.server.tally.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Judges trials and ends tasksets, as the messages of its queue ask. Any number may run. */
public final class Arbiter implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Arbiter.class);

  /** So many trials in one script: it stays below 5 ms. */
  private static final int BATCH = 50;

  private static final Map<String, Count> COUNTS =
      Map.of(
          "passed", Count.TRIALS_PASSED,
          "pending", Count.TRIALS_PENDING,
          "bad", Count.TRIALS_BAD,
          "lost", Count.TRIALS_LOST,
          "superseded", Count.TRIALS_SUPERSEDED);

  private final MessageQueue queue;
  private final JudgementStore judgements;
  private final Tally tally;

  /** What this server holds and has read; empty: it has to look. */
  private List<String> held = List.of();

  /** Whether {@link #await} follows a step without work, as in a loop. */
  private boolean waits;

  /**
   * Whether the last judgement has found the queue empty, so that waiting is all there is to do.
   */
  private boolean drained;

  public Arbiter(MessageQueue queue, JudgementStore judgements, Tally tally) {
    this.queue = queue;
    this.judgements = judgements;
    this.tally = tally;
  }

  @Override
  public String name() {
    return "arbiter";
  }

  @Override
  public boolean step() {
    if (drained) {
      drained = false;
      return false;
    }
    List<String> messages = held.isEmpty() ? queue.take(BATCH) : held;
    // If this step fails, the next one looks into the processing list.
    held = List.of();
    List<String> trials = new ArrayList<>();
    for (String text : messages) {
      Optional<Message> message = Message.parse(text);
      if (message.isEmpty()) {
        log.warn("set aside, no message of the arbiter queue: {}", text);
        setAside(text);
      } else if (message.get().verb() == Verb.TRIAL) {
        trials.add(text);
      } else {
        // In the order of arrival: what came before a cancel still counts.
        judge(trials);
        trials.clear();
        end(message.get(), text);
      }
    }
    if (!trials.isEmpty()) {
      judgeAndTake(trials);
    }
    return !messages.isEmpty();
  }

  private void judgeAndTake(List<String> trials) {
    JudgementStore.Judged judged =
        judgements.judgeAndTake(queue.processing(), Judgement.MOST_LOST, trials, BATCH);
    log(trials, judged.verdicts());
    held = judged.held();
    drained = waits && held.isEmpty();
  }

  private void judge(List<String> trials) {
    if (!trials.isEmpty()) {
      log(trials, judgements.judge(queue.processing(), Judgement.MOST_LOST, trials));
    }
  }

  private void log(List<String> messages, List<String> verdicts) {
    List<String> notGood = new ArrayList<>();
    List<String> why = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      String message = messages.get(i);
      String verdict = verdicts.get(i);
      Count count = COUNTS.get(verdict);
      if (count != null) {
        tally.add(count);
      }
      if (verdict.startsWith("broken\t")) {
        broken(message, verdict.split("\t", 3));
      } else if (verdict.equals("unknown")) {
        log.warn("set aside, no such trial: {}", message);
        setAside(message);
      } else if (count == Count.TRIALS_BAD || count == Count.TRIALS_LOST) {
        notGood.add(message.substring(message.indexOf('\t') + 1));
        why.add(verdict);
      } else {
        log.debug("{}: {}", message, verdict);
      }
    }
    if (!notGood.isEmpty()) {
      logNotGood(notGood, why);
    }
  }

  /** Only these get a line each: of what passes there may be a hundred thousand. */
  private void logNotGood(List<String> trials, List<String> verdicts) {
    List<JudgementStore.Aftermath> aftermath = judgements.aftermath(trials);
    for (int i = 0; i < trials.size(); i++) {
      String task = Keys.taskOf(trials.get(i));
      String decided = aftermath.get(i).decided();
      log.info(
          "task {}: {} trial on {}; {}",
          task,
          verdicts.get(i),
          aftermath.get(i).slave(),
          decided.isEmpty() ? "tried again" : decided);
    }
  }

  private void setAside(String message) {
    tally.add(Count.SET_ASIDE);
    queue.setAside(message);
  }

  /**
   * A key that the judgement needs is not what it should be. A taskset that is touched by that can
   * no longer be proved green, and nobody else would end it.
   */
  private void broken(String message, String[] answer) {
    String taskset = answer[1];
    log.error("set aside, cannot be judged ({}): {}", answer[2], message);
    setAside(message);
    if (!taskset.isEmpty()) {
      end(new Message(Verb.FAIL, taskset), message, "damaged in Redis: " + answer[2]);
    }
  }

  private void end(Message message, String text) {
    String reason =
        switch (message.verb()) {
          case CANCEL -> "cancelled";
          case FAIL -> "a worker could not prepare or run it";
          case CHECK -> "";
          case TRIAL -> throw new IllegalStateException("judged elsewhere");
        };
    end(message, text, reason);
  }

  private void end(Message message, String text, String reason) {
    String verb = message.verb().name().toLowerCase(Locale.ROOT);
    try {
      String answer = judgements.end(message.key(), queue.processing(), verb, reason, text);
      if (answer.equals("unknown")) {
        log.warn("set aside, no such taskset: {}", text);
        setAside(text);
      } else if (answer.equals("ended")) {
        log.info("taskset {}: ended by {}{}", message.key(), verb, why(reason));
      } else {
        log.debug("taskset {}: {} {}", message.key(), verb, answer);
      }
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      log.error("set aside, cannot be served ({}): {}", e.getMessage(), text);
      setAside(text);
    }
  }

  private static String why(String reason) {
    return reason.isEmpty() ? "" : ": " + reason;
  }

  @Override
  public void await(Duration limit) {
    waits = true;
    String message = queue.await(limit);
    held = message == null ? List.of() : List.of(message);
  }
}
