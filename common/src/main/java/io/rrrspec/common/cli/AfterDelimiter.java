package io.rrrspec.common.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What stands behind {@code --} on the command line. For picocli these are positional parameters
 * like those before it; a command that hands them to another program has to tell them apart.
 */
public final class AfterDelimiter {
  private static final String DELIMITER = "--";

  private AfterDelimiter() {}

  /** The arguments behind the first {@code --} of a command line that was parsed; may be empty. */
  public static List<String> of(CommandSpec spec) {
    List<String> all = spec.commandLine().getParseResult().originalArgs();
    int delimiter = all.indexOf(DELIMITER);
    return delimiter < 0 ? List.of() : List.copyOf(all.subList(delimiter + 1, all.size()));
  }

  /** The positional parameters without those behind {@code --}. */
  public static List<String> without(CommandSpec spec, List<String> positional) {
    int before = positional.size() - of(spec).size();
    return List.copyOf(positional.subList(0, Math.max(0, before)));
  }
}
