package io.rrrspec.common.flow.file;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a step does. */
public sealed interface StepWork {
  /** Steps one after the other; at least one. */
  record Chain(List<FileStep> steps) implements StepWork {
    public Chain {
      steps = List.copyOf(steps);
    }
  }

  /** Steps at once; at least one. Also what a matrix makes. */
  record Group(List<FileStep> steps) implements StepWork {
    public Group {
      steps = List.copyOf(steps);
    }
  }

  /**
   * Test classes.
   *
   * @param patterns which ones; at least one
   * @param batch how many classes an iterator puts into each run, 1 to 10,000; null: all of them
   *     are one run
   * @param maxWorkers most workers at once, 1 to 10,000; null: nothing is said
   */
  record Tests(
      List<String> patterns,
      @Nullable Integer batch,
      @Nullable Integer maxWorkers,
      RunLimits limits)
      implements StepWork {
    public Tests {
      patterns = List.copyOf(patterns);
    }
  }

  /**
   * A command line.
   *
   * @param command one line
   * @param sources whether it runs in the sources of the flow, not in an empty directory
   * @param files what it reads and makes; {@link StepFiles#NONE} without sources
   */
  record Shell(String command, boolean sources, RunLimits limits, StepFiles files)
      implements StepWork {
    /** One that declares nothing. */
    public Shell(String command, boolean sources, RunLimits limits) {
      this(command, sources, limits, StepFiles.NONE);
    }
  }

  /**
   * An HTTP request.
   *
   * @param request METHOD URL [BODY], as a job of the module http
   */
  record Http(String request, RunLimits limits) implements StepWork {}

  /**
   * The classes that were flaky lately.
   *
   * @param days how far back, 1 to 365
   * @param times how often each runs, 1 to 1,000
   */
  record Flaky(int days, int times, RunLimits limits) implements StepWork {}
}
