package io.rrrspec.server.arbiter;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.server.arbiter.Message.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Judges trials and ends tasksets, as the messages of its queue ask. Any number may run. */
public final class Arbiter implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Arbiter.class);

  /** So many trials in one script: it stays below 5 ms. */
  private static final int BATCH = 50;

  private final MessageQueue queue;
  private final JudgementStore judgements;

  /** What this server holds and has read; empty: it has to look. */
  private List<String> held = List.of();

  /** Whether {@link #await} follows a step without work, as in a loop. */
  private boolean waits;

  /**
   * Whether the last judgement has found the queue empty, so that waiting is all there is to do.
   */
  private boolean drained;

  public Arbiter(MessageQueue queue, JudgementStore judgements) {
    this.queue = queue;
    this.judgements = judgements;
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
        queue.setAside(text);
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

  private static void log(List<String> messages, List<String> verdicts) {
    for (int i = 0; i < messages.size(); i++) {
      if (verdicts.get(i).equals("unknown")) {
        log.warn("no such trial: {}", messages.get(i));
      } else {
        log.debug("{}: {}", messages.get(i), verdicts.get(i));
      }
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
    String verb = text.substring(0, text.indexOf('\t'));
    String answer = judgements.end(message.key(), queue.processing(), verb, reason, text);
    log.info("taskset {}: {} {}", message.key(), verb, answer);
  }

  @Override
  public void await(Duration limit) {
    waits = true;
    String message = queue.await(limit);
    held = message == null ? List.of() : List.of(message);
  }
}
