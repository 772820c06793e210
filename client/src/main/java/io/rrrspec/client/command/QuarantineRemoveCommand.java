package io.rrrspec.client.command;

import io.rrrspec.client.remote.Quarantines;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.model.TestMethod;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java client quarantine remove}. */
@Command(
    name = "remove",
    description = {"End the quarantine of a test: from the next run on its failures count.", ""},
    footer = {
      "",
      "Example:",
      "  rrrspec-java client quarantine remove com.foo.CartTest#adds",
    })
final class QuarantineRemoveCommand extends QuarantineSubcommand {
  @Parameters(paramLabel = "TEST", description = "The test, as list prints it.")
  private String test = "";

  @Mixin private QuarantinePlace place = new QuarantinePlace();

  private final InstantSource clock = InstantSource.system();

  @Override
  public Integer call() {
    Settings settings = Settings.load(client().sources());
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    return new Quarantines(client().console(), today)
        .remove(settings, TestMethod.parse(test), place.file())
        .number();
  }
}
