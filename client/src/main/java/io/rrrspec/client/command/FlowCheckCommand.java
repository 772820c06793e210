package io.rrrspec.client.command;

import io.rrrspec.common.ExitCode;
import io.rrrspec.common.flow.file.FileStep;
import io.rrrspec.common.flow.file.FlowFile;
import io.rrrspec.common.flow.file.StepWork;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code rrrspec-java flow check}. */
@Command(
    name = "check",
    description = {
      "Check the file of a flow. Needs no Redis.",
      "",
      "Prints how many steps (with groups, chains and the copies of a matrix), runs and iterators the"
          + " flow has. Exit code 2, and one line with the place, if the file has a mistake.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java flow check shop.yml",
      "  rrrspec-java flow check shop.yml -v TARGET=staging",
    })
final class FlowCheckCommand implements Callable<Integer> {
  @ParentCommand private @Nullable FlowCommand flow;

  @Mixin private FlowFileOptions options = new FlowFileOptions();

  @Override
  public Integer call() {
    if (flow == null) {
      throw new IllegalStateException("not below rrrspec-java flow");
    }
    flow.console().answer(options.file() + ": " + summary(options.read()) + "\n");
    return ExitCode.SUCCEEDED.number();
  }

  private static String summary(FlowFile file) {
    List<FileStep> steps = file.all().toList();
    long iterators = steps.stream().filter(step -> isIterator(step.work())).count();
    long runs = steps.stream().filter(step -> step.children().isEmpty()).count() - iterators;
    return counted(steps.size(), "step")
        + ", "
        + counted(runs, "run")
        + (iterators == 0 ? "" : ", " + counted(iterators, "iterator"));
  }

  private static boolean isIterator(StepWork work) {
    return work instanceof StepWork.Flaky
        || (work instanceof StepWork.Tests tests && tests.batch() != null);
  }

  private static String counted(long count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }
}
