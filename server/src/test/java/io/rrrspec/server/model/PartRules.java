package io.rrrspec.server.model;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.server.model.World.Report;
import io.rrrspec.server.model.World.Task;
import io.rrrspec.server.model.World.Trial;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What must hold of a class that runs in parts, besides what must hold of every task. */
final class PartRules {
  private final Bounds bounds;

  PartRules(Bounds bounds) {
    this.bounds = bounds;
  }

  private Stream<Task> parts(World w) {
    return IntStream.range(bounds.tasks, bounds.allTasks()).mapToObj(w.tasks::get);
  }

  private boolean allAreOver(World w) {
    return parts(w).allMatch(Task::isOver);
  }

  /** Whether a task is a class whose parts are at work, so that it is in no list itself. */
  boolean waitsForItsParts(World w, int task) {
    return bounds.isDivided(task) && !allAreOver(w);
  }

  /** How many bad trials of a task are those of its parts. */
  int ofParts(World w, int task) {
    return bounds.isDivided(task) ? failedParts(w, bounds) : 0;
  }

  static int failedParts(World w, Bounds bounds) {
    return (int)
        w.tasks.subList(bounds.tasks, bounds.allTasks()).stream()
            .filter(part -> part.status == TaskStatus.FAILED)
            .count();
  }

  /** The rule that a world breaks, in words; or null. */
  @Nullable String brokenIn(World w) {
    if (bounds.parts == 0) {
      return null;
    }
    Task whole = w.tasks.get(PartScripts.CLASS);
    if (whole.partsLeft != parts(w).filter(part -> !part.isOver()).count()) {
      return "a class counts its parts";
    }
    boolean runsWhole = parts(w).anyMatch(part -> part.isOver() && !isGood(part.status));
    boolean queued =
        IntStream.range(bounds.tasks, bounds.allTasks())
            .anyMatch(part -> w.queue.contains(part) || w.retry.contains(part));
    if (runsWhole && queued) {
      return "no part begins of a class that runs whole";
    }
    boolean allAreOver = allAreOver(w);
    if (whole.status.isFinal() && !allAreOver) {
      return "a class is decided when all its parts have ended";
    }
    boolean runs =
        whole.left
            || w.queue.contains(PartScripts.CLASS)
            || w.retry.contains(PartScripts.CLASS)
            || whole.trials.stream().anyMatch(trial -> trial.verdict == null);
    boolean partsRun =
        parts(w).flatMap(part -> part.trials.stream()).anyMatch(trial -> trial.verdict == null);
    return runs && (partsRun || !allAreOver)
        ? "a class runs neither before its parts have ended nor beside one"
        : null;
  }

  /** The rule that a step breaks, in words; or null. */
  @Nullable String brokenBy(World before, World after) {
    if (bounds.parts == 0) {
      return null;
    }
    for (int t = 0; t < after.tasks.size(); t++) {
      if (bounds.isPart(t) || bounds.isDivided(t)) {
        List<Trial> trials = after.tasks.get(t).trials;
        for (Trial begun : trials.subList(before.tasks.get(t).trials.size(), trials.size())) {
          List<Integer> ran = begun.before;
          if (ran != null && ran.contains(PartScripts.CLASS)) {
            return "no JVM runs two parts of a class, nor the class after one";
          }
        }
      }
    }
    Task whole = after.tasks.get(PartScripts.CLASS);
    boolean decided = !before.tasks.get(PartScripts.CLASS).status.isFinal();
    if (decided && whole.trials.stream().anyMatch(trial -> trial.merged)) {
      boolean complete = !whole.whole && parts(after).allMatch(PartRules::isProven);
      return complete ? null : "a class passes by all its parts, which agree, or runs whole";
    }
    return null;
  }

  private static boolean isGood(TaskStatus status) {
    return status == TaskStatus.PASSED || status == TaskStatus.PENDING;
  }

  /** Whether a part ran to a good end, and has said what the others say. */
  private static boolean isProven(Task part) {
    return part.trials.stream()
        .anyMatch(
            t ->
                PartScripts.isGood(t)
                    && t.truth.isGood()
                    && t.status != TrialStatus.OPEN
                    && t.report == Report.FITS);
  }
}
