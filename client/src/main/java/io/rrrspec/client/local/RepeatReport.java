package io.rrrspec.client.local;

import io.rrrspec.client.report.RepeatRates;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.watch.Observed;
import io.rrrspec.common.model.Taskset;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prints the rates of a run of repetitions, once: at its end, or when somebody ends it. */
final class RepeatReport {
  private static final Logger log = LoggerFactory.getLogger(RepeatReport.class);

  private final Console console;
  private @Nullable Observed observed;
  private String key = "";

  RepeatReport(Console console) {
    this.console = console;
  }

  /** From now on there is something to tell. */
  synchronized void of(Observed redis, String tasksetKey) {
    this.observed = redis;
    this.key = tasksetKey;
  }

  /** Prints what is known; nothing if there is nothing, or if it was printed. */
  synchronized void tell() {
    Observed from = observed;
    if (from == null) {
      return;
    }
    observed = null;
    try {
      Taskset taskset = from.tasksets().find(key).orElse(null);
      if (taskset != null) {
        console.answer(
            RepeatRates.render(taskset, from.runs(taskset), console.outTerminal().style()));
      }
    } catch (RuntimeException e) {
      // Redis, which alone knows it, was taken away before us.
      log.warn("cannot tell how often the classes failed", e);
    }
  }
}
