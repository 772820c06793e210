package io.rrrspec.client.command;

import picocli.CommandLine.Option;

/** Where quarantined tests are listed. */
final class QuarantinePlace {
  @Option(
      names = "--file",
      description =
          "In the file .rrrspec-quarantine.yml of packaging_dir. Default: in the fleet's list.")
  private boolean file;

  /** Whether the file is meant, and not the fleet. */
  boolean file() {
    return file;
  }
}
