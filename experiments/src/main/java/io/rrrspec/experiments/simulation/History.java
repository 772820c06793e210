package io.rrrspec.experiments.simulation;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.experiments.simulation.Snapshot.TaskSeen;
import io.rrrspec.experiments.simulation.Snapshot.TasksetSeen;
import io.rrrspec.experiments.simulation.Snapshot.TrialSeen;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All that happened, with the simulated time, and whom it concerns. */
final class History {
  private final Agenda agenda;
  private final List<Event> events = new ArrayList<>();

  private record Event(long at, String subject, String text) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%8.3f s  %s", at / 1000.0, text);
    }
  }

  History(Agenda agenda) {
    this.agenda = agenda;
  }

  /** Something that may matter to everybody. */
  void note(String text) {
    note("", text);
  }

  void note(String subject, String text) {
    events.add(new Event(agenda.elapsed(), subject, text));
  }

  /** Notes what is different now. */
  void noteChanges(Snapshot before, Snapshot after, String actor) {
    for (int i = 0; i < after.tasksets().size(); i++) {
      TasksetSeen now = after.tasksets().get(i);
      if (i < before.tasksets().size()) {
        noteChanges(before.tasksets().get(i), now, actor);
      }
    }
  }

  private void noteChanges(TasksetSeen before, TasksetSeen now, String actor) {
    if (!before.status().equals(now.status())) {
      note(now.key(), actor + ": the taskset is " + now.status());
    }
    for (TaskSeen task : now.tasks().values()) {
      noteChanges(before.task(task.key()), task, actor);
      boolean was = before.queued().contains(task.key());
      boolean is = now.queued().contains(task.key());
      if (was != is) {
        note(task.key(), actor + ": " + (is ? "queued" : "taken off the queue"));
      }
    }
  }

  private void noteChanges(TaskSeen before, TaskSeen now, String actor) {
    for (TrialSeen trial : now.trials().values()) {
      String name = "trial " + Keys.lastPart(trial.key()).substring(0, 8);
      TrialSeen old = before.trials().get(trial.key());
      if (old == null) {
        note(now.key(), actor + ": " + name + " begins on " + trial.slave());
      }
      String status = old == null ? "" : old.status();
      if (!status.equals(trial.status())) {
        note(
            now.key(), actor + ": " + name + " " + trial.status() + (trial.lost() ? ", lost" : ""));
      }
      String verdict = old == null ? "" : old.verdict();
      if (!verdict.equals(trial.verdict())) {
        note(now.key(), actor + ": " + name + " is judged " + trial.verdict());
      }
    }
    if (!before.status().equals(now.status())) {
      note(now.key(), actor + ": the task is decided: " + now.status());
    }
  }

  /** Everything, one line each. */
  String all() {
    return text(events);
  }

  /**
   * What concerns a task or taskset, and what concerns everybody.
   *
   * @param slaves keys of slaves that had to do with it
   */
  String of(String subject, Map<String, Long> slaves) {
    return text(
        events.stream()
            .filter(
                event ->
                    event.subject().isEmpty()
                        || subject.isEmpty()
                        || event.subject().equals(subject)
                        || subject.startsWith(event.subject() + ":task:")
                        || slaves.containsKey(event.subject()))
            .toList());
  }

  private static String text(List<Event> some) {
    StringBuilder text = new StringBuilder();
    some.forEach(event -> text.append(event).append('\n'));
    return text.toString();
  }
}
