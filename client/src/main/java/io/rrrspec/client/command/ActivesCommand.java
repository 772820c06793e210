package io.rrrspec.client.command;

import io.rrrspec.client.remote.Listings;
import io.rrrspec.common.config.Settings;
import picocli.CommandLine.Command;

/** {@code rrrspec-java client actives}. */
@Command(
    name = "actives",
    description = {"List the runs that are not over, oldest first.", ""},
    footer = {"", "Example:", "  rrrspec-java client actives"})
final class ActivesCommand extends ClientSubcommand {
  @Override
  public Integer call() {
    Settings settings = Settings.load(client().sources());
    return new Listings(client().console()).actives(settings).number();
  }
}
