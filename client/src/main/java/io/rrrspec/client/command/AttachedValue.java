package io.rrrspec.client.command;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Takes the value of an option only from behind its {@code =}: what follows {@code --fail-fast} as
 * a word of its own is a PATTERN.
 */
final class AttachedValue implements IParameterPreprocessor {
  @Override
  @SuppressWarnings("JdkObsolete") // picocli's type
  public boolean preprocess(
      Stack<String> args, CommandSpec command, ArgSpec arg, Map<String, Object> info) {
    if (!"=".equals(info.get("separator")) && arg instanceof OptionSpec option) {
      args.push(option.fallbackValue());
    }
    return false;
  }
}
