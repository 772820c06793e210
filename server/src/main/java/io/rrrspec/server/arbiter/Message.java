package io.rrrspec.server.arbiter;

import io.rrrspec.common.redis.Keys;
import java.util.Optional;

/**
 * A message of the arbiter queue: {@code verb TAB key}.
 *
 * @param verb what it asks for
 * @param key the trial for {@link Verb#TRIAL}, else the taskset
 */
record Message(Verb verb, String key) {
  /** What can be asked for. */
  enum Verb {
    /** A trial has a result. */
    TRIAL,
    /** Somebody wants the end of a taskset. */
    CANCEL,
    /** A foreign worker cannot serve a taskset. */
    FAIL,
    /** A slave found nothing left: look whether the taskset is over. */
    CHECK
  }

  /** Reads a message; empty if it is none. */
  static Optional<Message> parse(String text) {
    int tab = text.indexOf('\t');
    if (tab < 0 || tab == text.length() - 1) {
      return Optional.empty();
    }
    String key = text.substring(tab + 1);
    // The scripts take keys apart at these places.
    boolean trial = Keys.isTrial(key);
    if (!key.contains(":taskset:") || trial != text.startsWith("trial\t")) {
      return Optional.empty();
    }
    return switch (text.substring(0, tab)) {
      case "trial" -> Optional.of(new Message(Verb.TRIAL, key));
      case "cancel" -> Optional.of(new Message(Verb.CANCEL, key));
      case "fail" -> Optional.of(new Message(Verb.FAIL, key));
      case "check" -> Optional.of(new Message(Verb.CHECK, key));
      default -> Optional.empty();
    };
  }
}
