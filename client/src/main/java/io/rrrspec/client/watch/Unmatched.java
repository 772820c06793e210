package io.rrrspec.client.watch;

import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.source.TestChoice;
import io.rrrspec.client.source.TestChoice.Part;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.model.TrialResult;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells what was asked for by method or by tag and fits no test in the whole run: what somebody
 * asked for was not run, though nothing failed.
 */
public final class Unmatched {
  private Unmatched() {}

  /**
   * Says it in one line.
   *
   * @param code what the run came to otherwise
   * @param choice what the patterns have chosen
   * @param tags the tags that were asked for
   * @param runs all tasks of the run
   * @param line gets the line, if there is one
   * @return wrong use if something fits no test and nothing else is wrong; else the code
   */
  public static ExitCode told(
      ExitCode code,
      TestChoice choice,
      TestSelection tags,
      List<TaskRun> runs,
      Consumer<String> line) {
    if (code != ExitCode.SUCCEEDED) {
      // The counts would be of a part, or there is worse to tell.
      return code;
    }
    Map<String, TaskRun> byTask =
        runs.stream().collect(Collectors.toMap(run -> run.task().specFile(), Function.identity()));
    String patterns =
        choice.parts().stream()
            .filter(part -> isUnmatched(part, byTask))
            .map(part -> "'" + part.pattern() + "'")
            .collect(Collectors.joining(", "));
    String options = tags.tagOptions();
    boolean noTest =
        runs.stream().anyMatch(TaskRun::notSelected)
            && runs.stream().allMatch(TaskRun::withoutTests);
    choice.parts().stream()
        .filter(part -> !isUnmatched(part, byTask))
        .flatMap(part -> partsWithout(part, byTask))
        .forEach(line);
    if (!patterns.isEmpty()) {
      line.accept(
          "no test matches "
              + patterns
              + (options.isEmpty() ? "" : " with " + options)
              + ": write the name of a test method, or a glob that fits one");
    } else if (noTest) {
      line.accept(
          "no test matches "
              + (options.isEmpty() ? "what was asked for" : options)
              + ": write tags that a test has");
    } else {
      return code;
    }
    return ExitCode.USAGE;
  }

  private static boolean isUnmatched(Part part, Map<String, TaskRun> byTask) {
    List<TaskRun> asked = asked(part, byTask);
    return !asked.isEmpty() && asked.stream().allMatch(run -> fitsNothing(part, run));
  }

  /** A line for each method of {@code adds+nope} that is in no class, while others are. */
  private static Stream<String> partsWithout(Part part, Map<String, TaskRun> byTask) {
    List<TaskRun> asked = asked(part, byTask);
    String methods = part.methods().substring(part.methods().indexOf('#') + 1);
    if (asked.isEmpty() || !methods.contains("+")) {
      return Stream.of();
    }
    return Stream.of(methods.split("\\+"))
        .filter(method -> !method.isEmpty())
        .filter(
            method -> {
              String says = TrialResult.partOf(method, part.methods());
              return asked.stream()
                  .allMatch(run -> fitsNothing(part, run) || run.saysNotSelected(says));
            })
        .map(method -> "warning: no test matches '" + method + "' of '" + part.pattern() + "'");
  }

  private static boolean fitsNothing(Part part, TaskRun run) {
    return run.saysNotSelected("'" + part.methods() + "'");
  }

  /** A task may have been left out afterwards, as one that did not fail. */
  private static List<TaskRun> asked(Part part, Map<String, TaskRun> byTask) {
    return part.tasks().stream().map(byTask::get).filter(Objects::nonNull).toList();
  }
}
