package io.rrrspec.common.cli;

import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.config.SettingsTable;
import picocli.CommandLine.Option;

/** Whether Failsafe's tests are run, for all commands that prepare a project. */
public final class IntegrationTestsOption {
  @Option(
      names = "--integration-tests",
      description =
          "Run the integration tests of Failsafe, too. Default: integration_tests, else only the"
              + " tests of Surefire.")
  private boolean wanted;

  /** Adds it to the sources of the settings, if it was given. */
  public SettingsSources to(SettingsSources sources) {
    return sources.with(SettingsTable.INTEGRATION_TESTS, wanted ? "true" : null);
  }
}
