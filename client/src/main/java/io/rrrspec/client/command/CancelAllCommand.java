package io.rrrspec.client.command;

import io.rrrspec.client.remote.Cancel;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.SafeName;
import io.rrrspec.common.config.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java client cancelall}. */
@Command(
    name = "cancelall",
    description = {"Ask for the end of all runs of one rsync_name; print their keys.", ""},
    footer = {"", "Example:", "  rrrspec-java client cancelall shop"})
final class CancelAllCommand extends ClientSubcommand {
  @Parameters(paramLabel = "RSYNC_NAME", description = "The name of the sources.")
  private String rsyncName = "";

  @Override
  public Integer call() {
    if (!SafeName.isSafe(rsyncName)) {
      throw new UsageException(
          "RSYNC_NAME is '"
              + rsyncName
              + "': write a name of letters, digits, '.', '_' and '-' that does not start with a"
              + " dot");
    }
    Settings settings = Settings.load(client().sources());
    return new Cancel(client().console()).all(settings, rsyncName).number();
  }
}
