package io.rrrspec.common.cli;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.SettingsSources;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * {@code rrrspec-java} itself, whichever process serves the command. A command gets at it with
 * {@code @ParentCommand}.
 */
@Command(
    name = "rrrspec-java",
    customSynopsis = "rrrspec-java [-c FILE] COMMAND",
    description = "Runs the tests of a JVM project in several JVMs at once, longest first.",
    versionProvider = Version.class,
    footer = {
      "",
      "Exit codes: 0 succeeded, 1 tests failed, 2 wrong use or bad configuration,",
      "3 the service failed, 130 cancelled.",
      "",
      "Example: rrrspec-java run --project my-project",
    })
public final class RootCommand implements Callable<Integer> {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = {
        // Two lines: else the name of the last file would be broken in the middle.
        "File with settings. Default: $$RRRSPEC_CONFIG,",
        "else ./.rrrspec.yml over ~/.rrrspec.yml."
      })
  private @Nullable Path configFile;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Print this and exit.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version and exit.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean version;

  /** Where the settings of this process come from; commands add their options to it. */
  public SettingsSources sources() {
    return SettingsSources.ofThisProcess(configFile);
  }

  @Override
  public Integer call() {
    throw new UsageException("no command: 'rrrspec-java --help' lists them");
  }
}
