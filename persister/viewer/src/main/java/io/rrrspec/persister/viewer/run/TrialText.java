package io.rrrspec.persister.viewer.run;

import io.rrrspec.common.model.CaseResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a trial left.
 *
 * @param stdout what it wrote to standard output
 * @param stderr what it wrote to standard error
 * @param reason what ended it where no test says it, or null
 * @param cases its tests in their order; none if a foreign implementation ran it
 */
public record TrialText(
    String stdout, String stderr, @Nullable String reason, List<CaseResult> cases) {
  public TrialText {
    cases = List.copyOf(cases);
  }
}
