package io.rrrspec.common.cli;

import io.rrrspec.common.config.BuildArguments;
import io.rrrspec.common.config.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says in one line what is wrong with a command line.
 *
 * @param commands every command there is, also those of other processes
 */
record Mistake(List<String> commands) {
  /** Those that hand options to the project's Maven. */
  private static final Set<String> BUILDING = Set.of("run", "prepare", "start", "bisect", "replay");

  String describe(ParameterException e) {
    String help = "'" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'";
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unknown(unmatched, help);
    }
    String what =
        decapitalized(String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong use"));
    return what + (e instanceof MissingParameterException ? ": " : "; ") + help + " tells more";
  }

  private String unknown(UnmatchedArgumentException e, String help) {
    CommandLine line = e.getCommandLine();
    String wrong = e.getUnmatched().get(0);
    if (e.isUnknownOption()) {
      String name = wrong.replaceFirst("=.*", "");
      CommandSpec spec = line.getCommandSpec();
      String ofMaven =
          BUILDING.contains(spec.name())
              ? BuildArguments.instead(spec.qualifiedName(), wrong)
              : null;
      if (ofMaven != null) {
        return "unknown option '" + name + "': " + ofMaven;
      }
      return "unknown option '"
          + name
          + "'"
          + NearestName.hint(name, options(spec), ": " + help + " lists the options");
    }
    boolean root = line.getParent() == null;
    if (root || !line.getSubcommands().isEmpty()) {
      List<String> names = root ? commands : List.copyOf(line.getSubcommands().keySet());
      return "unknown command '"
          + wrong
          + "'"
          + NearestName.hint(wrong, names, ": " + help + " lists the commands");
    }
    return "unexpected argument '" + wrong + "': " + help + " tells what it takes";
  }

  private static List<String> options(CommandSpec spec) {
    List<String> names = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      names.addAll(List.of(option.names()));
    }
    return names;
  }

  private static String decapitalized(String text) {
    return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
  }
}
