package io.rrrspec.client.remote;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.StepStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.FlowTree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Waits for the end of a flow, and says what its steps do. */
final class FlowWait {
  private static final long LOOK_EVERY_MILLIS = 500;

  /** A flow whose results are all given is over at once: who waits for it looks more often. */
  private static final long LOOK_FIRST_MILLIS = 50;

  private static final Duration FIRST = Duration.ofSeconds(2);

  /** Longer than a step takes to come to a worker, if there is one. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final FlowStore flows;
  private final Console console;
  private final EndRequests end;
  private final Map<String, String> said = new HashMap<>();
  private final long begunNanos = System.nanoTime();
  private final Fleet fleet;

  /** Whether it was said that nobody serves a run. */
  private boolean lacked;

  private boolean cancelled;

  FlowWait(Fleet fleet, FlowStore flows, Console console, EndRequests end) {
    this.fleet = fleet;
    this.flows = flows;
    this.console = console;
    this.end = end;
  }

  /** Waits; Redis may be away for two minutes. */
  ExitCode untilOver(String id) {
    RedisPatience patience = RedisPatience.ofFlow(fleet, id, console::say);
    while (true) {
      try {
        FlowState root =
            flows
                .find(id)
                .orElseThrow(
                    () -> new ServiceException("the flow " + id + " is gone: start it again"));
        if (look(root)) {
          return exitCode(root);
        }
        patience.answered();
      } catch (RrrspecException e) {
        throw e;
      } catch (RuntimeException e) {
        if (!Outage.isCauseOf(e)) {
          throw e;
        }
        patience.failed(e);
      }
      pause();
    }
  }

  /** Shows what has changed, and returns whether the flow is over. */
  private boolean look(FlowState root) {
    FlowTree tree = FlowTree.read(flows, root);
    tell(tree);
    if (root.isFinished()) {
      console.answer(FlowText.of(tree));
      return true;
    }
    if (!lacked && System.nanoTime() - begunNanos > PATIENCE.toNanos()) {
      sayWhoIsMissing(tree);
    }
    if (end.count() > 0 && !cancelled) {
      flows.cancel(root.id());
      cancelled = true;
      console.say("cancelling the flow; once more leaves at once");
    }
    return false;
  }

  /** Once: a worker that comes is seen by what the steps do. */
  private void sayWhoIsMissing(FlowTree tree) {
    for (FlowTree.Step step : tree.steps()) {
      String run = step.state().text("run");
      if (run.isEmpty() || step.standing() != StepStatus.RUNS) {
        continue;
      }
      Taskset taskset = fleet.stores().tasksets().find(run).orElse(null);
      if (taskset != null && taskset.status() == TasksetStatus.WAITING) {
        String missing = MissingWorkers.in(fleet, taskset).none(taskset).orElse(null);
        if (missing != null) {
          lacked = true;
          console.say(step.path() + ": " + missing);
          return;
        }
      }
    }
  }

  private void pause() {
    try {
      boolean first = System.nanoTime() - begunNanos < FIRST.toNanos();
      Thread.sleep(first ? LOOK_FIRST_MILLIS : LOOK_EVERY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted while waiting for the flow", e);
    }
  }

  static ExitCode exitCode(FlowState root) {
    if (root.isCancelled()) {
      return ExitCode.CANCELLED;
    }
    return root.error() == null ? ExitCode.SUCCEEDED : ExitCode.FAILED;
  }

  private void tell(FlowTree tree) {
    inOrder(tree.steps()).forEach(this::tell);
  }

  /**
   * What has ended comes first, since what follows it may have begun meanwhile: each after what it
   * consists of. Then what goes on, each before what it consists of.
   *
   * @param steps each before what it consists of
   */
  static List<FlowTree.Step> inOrder(List<FlowTree.Step> steps) {
    List<FlowTree.Step> ended =
        new ArrayList<>(steps.stream().filter(step -> step.standing().isFinal()).toList());
    ended.sort(Comparator.comparingInt(FlowTree.Step::depth).reversed());
    List<FlowTree.Step> all = new ArrayList<>(ended);
    steps.stream().filter(step -> !step.standing().isFinal()).forEach(all::add);
    return all;
  }

  private void tell(FlowTree.Step step) {
    String now = step.progress();
    if (!now.isEmpty() && !now.equals(said.put(step.state().id(), now))) {
      console.say(step.path() + ": " + now);
    }
  }
}
