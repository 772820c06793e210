package io.rrrspec.client.command;

import io.rrrspec.client.report.Detail;
import io.rrrspec.common.UsageException;
import picocli.CommandLine.Option;

/** How much the end of a run tells. */
final class DetailOptions {
  @Option(
      names = {"-v", "--verbose"},
      description =
          "Print whole messages and whole stack traces, and with split: auto why long classes stay"
              + " whole. Default: bounded messages, and the project's own frames.")
  private boolean verbose;

  @Option(
      names = {"-q", "--quiet"},
      description =
          "Print only the result on standard output; progress still goes to standard error. Default:"
              + " the failures and the slowest classes, too.")
  private boolean quiet;

  Detail detail() {
    if (verbose && quiet) {
      throw new UsageException("--verbose and --quiet exclude each other: leave one out");
    }
    return verbose ? Detail.ALL : quiet ? Detail.RESULT : Detail.USUAL;
  }
}
