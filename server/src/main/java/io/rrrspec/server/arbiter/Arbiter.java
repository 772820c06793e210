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
    List<String> trials = new ArrayList<>();
    List<String> messages = queue.take(BATCH);
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
    judge(trials);
    return !messages.isEmpty();
  }

  private void judge(List<String> messages) {
    if (messages.isEmpty()) {
      return;
    }
    List<String> verdicts = judgements.judge(queue.processing(), Judgement.MOST_LOST, messages);
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
    queue.await(limit);
  }
}
