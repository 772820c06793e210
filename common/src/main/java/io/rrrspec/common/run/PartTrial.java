package io.rrrspec.common.run;

import io.rrrspec.common.model.Trial;
import java.util.List;

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
    return parts.stream().anyMatch(one -> lastPart(one.trial).equals(lastPart(ofClass)));
  }

  private static String lastPart(Trial trial) {
    return trial.key().substring(trial.key().lastIndexOf(':') + 1);
  }
}
