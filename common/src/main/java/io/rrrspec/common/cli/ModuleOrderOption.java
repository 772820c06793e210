package io.rrrspec.common.cli;

import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.config.SettingsTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which modules' tests start first, for all commands that run the tests of a project. */
public final class ModuleOrderOption {
  @Option(
      names = "--module-order",
      paramLabel = "ORDER",
      description =
          "Which modules' tests start first: fastest (the run ends soonest), build (modules that"
              + " others need) or changed (since the last green run). Default: module_order, else"
              + " fastest.")
  private @Nullable String order;

  /** Adds it to the sources of the settings, if it was given. */
  public SettingsSources to(SettingsSources sources) {
    return sources.with(SettingsTable.MODULE_ORDER, order);
  }
}
