package io.rrrspec.common.run;

import io.rrrspec.common.model.PartReport;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A trial of a part of a class. Reports of classes do not have it: they have one trial that is made
 * of the good ones, under the same last part of its key.
 *
 * @param taskNo the number of the class, from 1
 * @param part the number of the part, from 1
 * @param parts how many parts the class has
 * @param trial its outline, with its own key
 */
public record PartTrial(int taskNo, int part, int parts, Trial trial) {
  /** Whether one of these is what a trial of its class is made of. */
  public static boolean isMadeOf(Trial ofClass, List<PartTrial> parts) {
    return parts.stream().anyMatch(one -> one.hasNameOf(ofClass));
  }

  /** Whether it has the name of a trial of its class, which is made of it, and maybe of others. */
  boolean hasNameOf(Trial ofClass) {
    return lastPart(trial).equals(lastPart(ofClass));
  }

  private static String lastPart(Trial trial) {
    return trial.key().substring(trial.key().lastIndexOf(':') + 1);
  }

  /** Why its slave refused to run it, in one line; null if it did not: a refusal is no failure. */
  public @Nullable String refusal() {
    String reason = trial.reason();
    return trial.verdict() == TrialVerdict.SUPERSEDED
            && reason != null
            && reason.startsWith(PartReport.REFUSED)
        ? reason.substring(PartReport.REFUSED.length())
        : null;
  }

  /**
   * How it stands, in a word: {@code running}, {@code lost}, {@code refused}, or how it ended, such
   * as {@code passed}.
   *
   * @param live whether its run goes on: what has no end in a run that is over is lost
   */
  public String state(boolean live) {
    if (refusal() != null) {
      return "refused";
    }
    if (trial.verdict() == TrialVerdict.LOST) {
      return "lost";
    }
    return trial.status().isFinal() ? trial.status().text() : live ? "running" : "lost";
  }
}
