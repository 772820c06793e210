package io.rrrspec.experiments.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * How much is measured.
 *
 * @param repeats how often; 1 or more
 * @param quick a tenth of the tasks: to see that everything works, not to compare
 */
record Effort(int repeats, boolean quick) {
  Effort {
    if (repeats < 1) {
      throw new IllegalArgumentException("--repeats must be 1 or more, not " + repeats);
    }
  }

  int tasks(int full) {
    return quick ? Math.max(1, full / 10) : full;
  }

  /** Calls as often as asked for, after one call that only warms up. */
  <T> List<T> warmThenRepeat(Callable<T> call) throws Exception {
    call.call();
    return repeat(call);
  }

  <T> List<T> repeat(Callable<T> call) throws Exception {
    List<T> results = new ArrayList<>();
    for (int i = 0; i < repeats; i++) {
      results.add(call.call());
    }
    return results;
  }
}
