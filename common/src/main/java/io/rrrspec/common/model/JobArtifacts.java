package io.rrrspec.common.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a taskset makes, and what of others it needs.
 *
 * @param result the name of the artifact that its outputs become, see {@link
 *     io.rrrspec.common.artifact.Artifact#isResult}; null: its outputs are not kept
 * @param outputs patterns of its outputs, see {@link io.rrrspec.common.files.PathGlob}; empty
 *     exactly if there is no result
 * @param uses results that are unpacked before its command starts, in order of need: each stands
 *     behind those that its own command uses. At most {@link #MOST_USES}
 */
public record JobArtifacts(@Nullable String result, List<String> outputs, List<Recipe> uses) {
  /** Results that one taskset needs at most, with those that the others use in turn. */
  public static final int MOST_USES = 200;

  /** Makes nothing and needs nothing. */
  public static final JobArtifacts NONE = new JobArtifacts(null, List.of(), List.of());

  public JobArtifacts {
    outputs = List.copyOf(outputs);
    uses = List.copyOf(uses);
    if ((result == null) != outputs.isEmpty()) {
      throw new IllegalArgumentException("a result needs outputs, and outputs need a result");
    }
    if (uses.size() > MOST_USES) {
      throw new IllegalArgumentException("more than 200 results are used");
    }
  }
}
