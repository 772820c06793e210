package io.rrrspec.server.arbiter;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.loop.RareLine;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Judged;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.server.arbiter.Message.Verb;
import io.rrrspec.server.tally.Count;
import io.rrrspec.server.tally.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judges trials and ends tasksets, as the messages of its queue ask. Any number may run. The rules
 * stand in {@code judge_trials.lua} and {@code end_taskset.lua}: nothing changes inside Redis
 * between looking and writing. The tests have the same rules as pure functions.
 */
public final class Arbiter implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Arbiter.class);

  /** At most so many trials of a task may be lost; the next one decides it as failed. */
  public static final int MOST_LOST = 5;

  /** So many trials in one script: it stays below 5 ms. */
  private static final int BATCH = 50;

  private final MessageQueue queue;
  private final JudgementStore judgements;
  private final Tally tally;
  private final RareLine unreadable = lineOfAside("no message of the arbiter queue");
  private final RareLine unknownTrials = lineOfAside("no such trial");
  private final RareLine unknownTasksets = lineOfAside("no such taskset");

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
    List<String> strange = new ArrayList<>();
    for (String text : messages) {
      Optional<Message> message = Message.parse(text);
      if (message.isEmpty()) {
        strange.add(text);
      } else if (message.get().verb() == Verb.TRIAL) {
        trials.add(text);
      } else {
        // In the order of arrival: what came before a cancel still counts.
        judge(trials);
        trials.clear();
        end(message.get(), text);
      }
    }
    setAside(unreadable, strange);
    unknownTrials.look();
    unknownTasksets.look();
    if (!trials.isEmpty()) {
      judgeAndTake(trials);
    }
    return !messages.isEmpty();
  }

  private void judgeAndTake(List<String> trials) {
    JudgementStore.Batch batch =
        judgements.judgeAndTake(queue.processing(), MOST_LOST, trials, BATCH);
    log(trials, batch.results());
    held = batch.held();
    drained = waits && held.isEmpty();
  }

  private void judge(List<String> trials) {
    if (!trials.isEmpty()) {
      log(trials, judgements.judge(queue.processing(), MOST_LOST, trials));
    }
  }

  private void log(List<String> messages, List<Judged> results) {
    List<String> notGood = new ArrayList<>();
    List<TrialVerdict> why = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      String message = messages.get(i);
      Judged result = results.get(i);
      if (result instanceof Judged.Broken broken) {
        setBrokenAside(message, broken);
      } else if (result instanceof Judged.Unknown) {
        unknown.add(message);
      } else if (result instanceof Judged.Now now) {
        tally.add(countOf(now.verdict()));
        if (now.verdict() == TrialVerdict.BAD || now.verdict() == TrialVerdict.LOST) {
          notGood.add(message.substring(message.indexOf('\t') + 1));
          why.add(now.verdict());
        }
      }
      log.debug("{}: {}", message, result);
    }
    setAside(unknownTrials, unknown);
    if (!notGood.isEmpty()) {
      logNotGood(notGood, why);
    }
  }

  private void setAside(RareLine line, List<String> messages) {
    line.add(messages);
    messages.forEach(this::setAside);
  }

  private static RareLine lineOfAside(String why) {
    return new RareLine(
        (count, first) -> log.warn("set aside, {}: {}{}", why, first, RareLine.others(count)));
  }

  private static Count countOf(TrialVerdict verdict) {
    return switch (verdict) {
      case PASSED -> Count.TRIALS_PASSED;
      case PENDING -> Count.TRIALS_PENDING;
      case BAD -> Count.TRIALS_BAD;
      case LOST -> Count.TRIALS_LOST;
      case PROBE -> Count.TRIALS_PROBE;
      case SUPERSEDED -> Count.TRIALS_SUPERSEDED;
    };
  }

  /** Only these get a line each: of what passes there may be a hundred thousand. */
  private void logNotGood(List<String> trials, List<TrialVerdict> verdicts) {
    List<JudgementStore.Aftermath> aftermath = judgements.aftermath(trials);
    for (int i = 0; i < trials.size(); i++) {
      String task = Keys.taskOf(trials.get(i));
      String decided = aftermath.get(i).decided();
      log.info(
          "task {}: {} trial on {}; {}",
          task,
          verdicts.get(i).text(),
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
  private void setBrokenAside(String message, Judged.Broken broken) {
    log.error("set aside, cannot be judged ({}): {}", broken.error(), message);
    setAside(message);
    if (!broken.taskset().isEmpty()) {
      end(new Message(Verb.FAIL, broken.taskset()), message, "damaged in Redis: " + broken.error());
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
      switch (judgements.end(message.key(), queue.processing(), verb, reason, text)) {
        case UNKNOWN -> setAside(unknownTasksets, List.of(text));
        case ENDED -> log.info("taskset {}: ended by {}{}", message.key(), verb, why(reason));
        case OVER -> log.debug("taskset {}: {}, and it is over", message.key(), verb);
        case GOES_ON -> log.debug("taskset {}: {}, and it goes on", message.key(), verb);
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
