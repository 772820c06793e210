package io.rrrspec.common.cli;

import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.config.SettingsTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How far Maven builds, for all commands that prepare a project. */
public final class BuildPhaseOption {
  @Option(
      names = "--build-phase",
      paramLabel = "PHASE",
      description =
          "How far Maven builds before the tests: test, package or auto (package only in modules"
              + " that others need as an artifact). Default: build_phase, else auto.")
  private @Nullable String phase;

  /** Adds it to the sources of the settings, if it was given. */
  public SettingsSources to(SettingsSources sources) {
    return sources.with(SettingsTable.BUILD_PHASE, phase);
  }
}
