package io.rrrspec.client.command;

import io.rrrspec.client.remote.Cancel;
import io.rrrspec.common.config.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java client cancel}. */
@Command(
    name = "cancel",
    description = {"Ask for the end of a run; returns at once.", ""},
    footer = {
      "",
      "Example:",
      "  rrrspec-java client cancel 5f1c1f0e-2b7a-4f0e-9b7e-0d9f5a3c8e11",
    })
final class CancelCommand extends ClientSubcommand {
  @Parameters(paramLabel = "KEY", description = "The run, as start prints it, or its UUID.")
  private String key = "";

  @Override
  public Integer call() {
    Settings settings = Settings.load(client().sources());
    return new Cancel(client().console()).one(settings, key).number();
  }
}
