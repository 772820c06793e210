package io.rrrspec.client.report;

import io.rrrspec.client.report.terminal.Columns;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.LeaseStore.Lease;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who holds what, for how long unless it is renewed, and what happens then. Empty if nothing is in
 * anybody's hands.
 */
public final class LeaseTable {
  private LeaseTable() {}

  /** Writes it, with its headings. */
  public static String render(List<Lease> leases, Style style) {
    if (leases.isEmpty()) {
      return "";
    }
    Columns table = Columns.of("HOLDER", "HOLDS", "ENDS IN", "THEN");
    for (Lease lease : leases) {
      table.row(holder(lease.holder()), what(lease), left(lease.left()), then(lease));
    }
    return table.render(style);
  }

  /** {@code worker w1}, {@code server server-1}, {@code slave w1:4711}. */
  private static String holder(String key) {
    if (Keys.isSlave(key)) {
      return "slave " + Keys.lastPart(Keys.workerOf(key)) + ":" + Keys.lastPart(key);
    }
    return (key.contains(":worker:") ? "worker " : "server ") + Keys.lastPart(key);
  }

  private static String what(Lease lease) {
    return switch (lease.kind()) {
      case LEAD -> "the lead as " + lease.what();
      case MESSAGES ->
          lease.what().equals("1")
              ? "1 message of arbiters"
              : lease.what() + " messages of arbiters";
      case PERSISTING -> "the history of run " + Keys.lastPart(lease.what());
      case PROMISE -> "the promise of run " + Keys.lastPart(lease.what());
      case TASKSET -> "run " + Keys.lastPart(lease.what());
      case TASK -> "task " + Keys.taskOf(lease.what()).replaceFirst("^.*?:task:", "");
    };
  }

  private static String left(@Nullable Duration left) {
    return left == null ? "" : left.isZero() ? "now" : Phrases.clock(left);
  }

  private static String then(Lease lease) {
    return switch (lease.kind()) {
      case LEAD -> "another server leads";
      case MESSAGES -> "the watchdog puts them back";
      case PERSISTING -> "the watchdog gives it to another persister";
      case PROMISE -> "it counts as idle again";
      case TASKSET -> "the watchdog gives its work to others";
      case TASK -> "the watchdog has it tried again";
    };
  }
}
