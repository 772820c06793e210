package io.rrrspec.client.command;

import io.rrrspec.client.remote.Quarantines;
import io.rrrspec.common.config.Settings;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rrrspec-java client quarantine list}. */
@Command(
    name = "list",
    description = {
      "List the tests in quarantine: those of the fleet for this taskset_class, and those of the"
          + " project's file.",
      "",
      "A test that has passed 50 times in a row is proposed for release.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java client quarantine list",
      "  rrrspec-java client quarantine list --file   without a fleet; passes are those of this"
          + " machine",
    })
final class QuarantineListCommand extends QuarantineSubcommand {
  @Option(
      names = "--file",
      description = "Those of the file .rrrspec-quarantine.yml alone. Default: those of both.")
  private boolean file;

  @Option(names = "--json", description = "As JSON. Default: as a table.")
  private boolean json;

  private final InstantSource clock = InstantSource.system();

  @Override
  public Integer call() {
    Settings settings = Settings.load(client().sources());
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    return new Quarantines(client().console(), today).list(settings, file, json).number();
  }
}
