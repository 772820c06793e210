package io.rrrspec.client.command;

import io.rrrspec.client.record.FlakyList;
import io.rrrspec.client.record.RecordQuery;
import io.rrrspec.common.config.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code rrrspec-java client flaky}. */
@Command(
    name = "flaky",
    description = {
      "List the tests that failed and passed on the same sources.",
      "",
      "Within one run, or in two runs of which the sources are the same. Time-outs, crashes and lost"
          + " slaves count as neither; docs/flaky-tests.md has the rules.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java client flaky                        in the last 100 runs",
      "  rrrspec-java client flaky --days 14 --limit 5    the worst five of two weeks",
      "  rrrspec-java client flaky --json                 with the outputs of both kinds",
    })
final class FlakyCommand extends ClientSubcommand {
  @Mixin private RecordOptions options = new RecordOptions();

  @Override
  public Integer call() {
    Settings settings = Settings.load(client().sources());
    RecordQuery query = options.query();
    return new FlakyList(client().console()).show(settings, query).number();
  }
}
