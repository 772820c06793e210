package io.rrrspec.experiments.change;

import io.rrrspec.experiments.change.Outcome.Wrong;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What came of all changes, for people. */
final class Report {
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  synchronized void add(Outcome outcome) {
    outcomes.add(outcome);
  }

  /** Something that kept a project from being tried. */
  synchronized void fail(String what) {
    failures.add(what);
  }

  synchronized int size() {
    return outcomes.size();
  }

  synchronized boolean isClean() {
    return failures.isEmpty() && outcomes.stream().allMatch(one -> one.wrongs().isEmpty());
  }

  /** Whether prepare and set-up would have been skipped without each of the changes. */
  synchronized boolean hasShortcuts() {
    return outcomes.stream().allMatch(Outcome::shortcuts);
  }

  /** The changes with a wrong of any kind. */
  synchronized List<Outcome> wrong() {
    return outcomes.stream().filter(one -> !one.wrongs().isEmpty()).toList();
  }

  /** A table with a row for each kind, and a line for all that is wrong. */
  synchronized String text(List<Kind> kinds) {
    StringBuilder text =
        new StringBuilder(
            "| kind | changes | Maven red | run lies | client start lies | not sent | falsely red |"
                + " prepared for nothing | other | shortcuts |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (Kind kind : kinds) {
      List<Outcome> its = outcomes.stream().filter(one -> one.kind().equals(kind)).toList();
      if (!its.isEmpty()) {
        text.append(row("`" + kind.name() + "`", its));
      }
    }
    text.append(row("all", outcomes)).append('\n');
    for (Outcome outcome : outcomes) {
      for (Wrong wrong : outcome.wrongs()) {
        text.append("WRONG: ").append(wrong.words()).append(": ").append(outcome).append('\n');
      }
    }
    failures.forEach(failure -> text.append("FAILED: ").append(failure).append('\n'));
    return text.toString();
  }

  private static String row(String name, List<Outcome> its) {
    return "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %s |\n"
        .formatted(
            name,
            its.size(),
            count(its, Outcome::isRed),
            count(its, one -> one.wrongs().contains(Wrong.RUN_LIES)),
            count(its, one -> one.wrongs().contains(Wrong.CLIENT_LIES)),
            count(its, Outcome::isExcused),
            with(its, Wrong.RUN_FALSELY_RED) + with(its, Wrong.CLIENT_FALSELY_RED),
            with(its, Wrong.RUN_PREPARES) + with(its, Wrong.WORKER_SETS_UP),
            with(its, Wrong.HANGS) + with(its, Wrong.KIND),
            its.stream().allMatch(Outcome::shortcuts) ? "yes" : "no");
  }

  private static long with(List<Outcome> its, Wrong wrong) {
    return count(its, one -> one.wrongs().contains(wrong));
  }

  private static long count(List<Outcome> its, Predicate<Outcome> condition) {
    return its.stream().filter(condition).count();
  }
}
