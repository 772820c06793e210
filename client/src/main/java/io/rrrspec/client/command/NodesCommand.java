package io.rrrspec.client.command;

import io.rrrspec.client.remote.Listings;
import io.rrrspec.common.config.Settings;
import picocli.CommandLine.Command;

/** {@code rrrspec-java client nodes}. */
@Command(
    name = "nodes",
    description = {
      "List the workers: type, host, state, what they run, since when, and of which rsync_names they"
          + " have sources.",
      "",
      "Below them stands what workers, servers and persisters hold: runs, the lead, messages; for how"
          + " long unless they renew it, and what happens then.",
      ""
    },
    footer = {"", "Example:", "  rrrspec-java client nodes"})
final class NodesCommand extends ClientSubcommand {
  @Override
  public Integer call() {
    Settings settings = Settings.load(client().sources());
    return new Listings(client().console()).nodes(settings).number();
  }
}
