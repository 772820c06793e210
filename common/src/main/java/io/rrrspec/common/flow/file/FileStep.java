package io.rrrspec.common.flow.file;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A step of a flow.
 *
 * @param name its own in its list
 * @param when how the steps before it must have ended; {@link When#SUCCEEDED} for the first step of
 *     a list and in a group
 * @param env variables of its runs, with those of the steps around it and of its matrix; the nearer
 *     one has won. Those of the flow are not in it
 * @param work what it does
 */
public record FileStep(String name, When when, Map<String, String> env, StepWork work) {
  public FileStep {
    env = Map.copyOf(env);
  }

  /** The steps right below a chain or group; none for all others. */
  public List<FileStep> children() {
    if (work instanceof StepWork.Chain chain) {
      return chain.steps();
    }
    return work instanceof StepWork.Group group ? group.steps() : List.of();
  }

  /** This step and all below it, in the order of the file. */
  public Stream<FileStep> all() {
    return Stream.concat(Stream.of(this), children().stream().flatMap(FileStep::all));
  }

  /** This step with variables of the steps around it. */
  FileStep inside(Map<String, String> outer) {
    Map<String, String> merged = merged(outer, env);
    StepWork inner = work;
    if (work instanceof StepWork.Chain chain) {
      inner = new StepWork.Chain(inside(merged, chain.steps()));
    } else if (work instanceof StepWork.Group group) {
      inner = new StepWork.Group(inside(merged, group.steps()));
    }
    return new FileStep(name, when, merged, inner);
  }

  static List<FileStep> inside(Map<String, String> outer, List<FileStep> steps) {
    return steps.stream().map(step -> step.inside(outer)).toList();
  }

  /** Steps that add nothing share one map. */
  static Map<String, String> merged(Map<String, String> outer, Map<String, String> nearer) {
    if (nearer.isEmpty() || outer.isEmpty()) {
      return nearer.isEmpty() ? outer : nearer;
    }
    Map<String, String> merged = new HashMap<>(outer);
    merged.putAll(nearer);
    return Map.copyOf(merged);
  }
}
