package io.rrrspec.common.model;

import java.util.List;
import java.util.Map;

/**
 * How a result is made, for a worker that needs it and finds nobody who can give it.
 *
 * @param artifact the name of the result, see {@link io.rrrspec.common.artifact.Artifact#isResult}
 * @param command a command line, run in the sources of the taskset that uses the result
 * @param env variables of the command
 * @param outputs patterns of the files that make up the result, see {@link
 *     io.rrrspec.common.files.PathGlob}; not empty
 * @param uses the names of the results that are there when the command starts, in order of need
 * @param workerType the type of the workers that may make it: another one's is another result
 */
public record Recipe(
    String artifact,
    String command,
    Map<String, String> env,
    List<String> outputs,
    List<String> uses,
    String workerType) {
  public Recipe {
    env = Map.copyOf(env);
    outputs = List.copyOf(outputs);
    uses = List.copyOf(uses);
    if (artifact.isEmpty() || command.isBlank() || outputs.isEmpty()) {
      throw new IllegalArgumentException("a recipe needs a result, a command and outputs");
    }
  }
}
