package io.rrrspec.client.command;

import io.rrrspec.client.record.HistoryList;
import io.rrrspec.client.record.HistoryList.Order;
import io.rrrspec.client.record.RecordQuery;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java client history}. */
@Command(
    name = "history",
    description = {
      "Show how a test class fared in past runs, or which classes stand out.",
      "",
      "Of one class: its runs with verdict, time, estimate, worker and failing tests, when it changed"
          + " between good and failed, and its slowest tests. --limit says how many runs are listed.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java client history com.shop.CartTest   its last 20 runs",
      "  rrrspec-java client history --slowest           the classes that take longest",
      "  rrrspec-java client history --most-failing --days 30",
      "  rrrspec-java client history --changed           what went red or green, newest first",
    })
final class HistoryCommand extends ClientSubcommand {
  @Parameters(
      paramLabel = "CLASS",
      arity = "0..1",
      description = "The test class as it was run, or the end of its name.")
  private @Nullable String className;

  @Option(names = "--slowest", description = "List the slowest classes. Default: show CLASS.")
  private boolean slowest;

  @Option(
      names = "--most-failing",
      description = "List the classes that failed most often. Default: show CLASS.")
  private boolean mostFailing;

  @Option(
      names = "--changed",
      description = "List the classes that changed between good and failed. Default: show CLASS.")
  private boolean changed;

  @Mixin private RecordOptions options = new RecordOptions();

  @Override
  public Integer call() {
    RecordQuery query = options.query();
    String name = className;
    int asked = (name == null ? 0 : 1) + (slowest ? 1 : 0) + (mostFailing ? 1 : 0);
    if (asked + (changed ? 1 : 0) != 1 || (name != null && name.isBlank())) {
      throw new UsageException(
          "history needs one of CLASS, --slowest, --most-failing and --changed: write one of them");
    }
    Settings settings = Settings.load(client().sources());
    HistoryList list = new HistoryList(client().console());
    if (name != null) {
      return list.ofClass(settings, name, query).number();
    }
    Order order = slowest ? Order.SLOWEST : mostFailing ? Order.MOST_FAILING : Order.CHANGED;
    return list.ofAll(settings, order, query).number();
  }
}
