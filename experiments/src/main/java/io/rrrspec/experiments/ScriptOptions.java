package io.rrrspec.experiments;

import io.rrrspec.common.UsageException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds the options that a script was given, all of which it knows. */
public final class ScriptOptions {
  private final Map<String, String> values = new HashMap<>();
  private final Set<String> alone = new HashSet<>();

  private ScriptOptions() {}

  /**
   * Reads them; a mistake ends the process with 2 and one line.
   *
   * @param withValue the options that a value follows
   * @param flags the options that stand alone
   */
  public static ScriptOptions of(String[] args, List<String> withValue, List<String> flags) {
    try {
      return parse(List.of(args), withValue, flags);
    } catch (UsageException e) {
      throw refuse(e);
    }
  }

  static ScriptOptions parse(List<String> args, List<String> withValue, List<String> flags) {
    ScriptOptions options = new ScriptOptions();
    for (int i = 0; i < args.size(); i++) {
      String name = args.get(i);
      if (flags.contains(name)) {
        options.alone.add(name);
      } else if (!withValue.contains(name)) {
        throw new UsageException("unknown option '" + name + "'");
      } else if (++i == args.size()) {
        throw new UsageException(name + " needs a value");
      } else {
        options.values.put(name, args.get(i));
      }
    }
    return options;
  }

  /** Whether an option that stands alone was given. */
  public boolean has(String flag) {
    return alone.contains(flag);
  }

  /** The value of an option; null if it was not given. */
  public @Nullable String text(String name) {
    return values.get(name);
  }

  /**
   * The value of an option as a whole number; a mistake ends the process with 2 and one line.
   *
   * @param otherwise the value if it was not given
   * @param least the least that is allowed
   */
  public long number(String name, long otherwise, long least) {
    try {
      return parseNumber(name, otherwise, least);
    } catch (UsageException e) {
      throw refuse(e);
    }
  }

  /** The same for what has to be an int. */
  public int count(String name, int otherwise, int least) {
    return (int) Math.min(Integer.MAX_VALUE, number(name, otherwise, least));
  }

  /** An argument as a whole number; a mistake ends the process with 2 and one line. */
  public static int argument(String name, String text, int least) {
    try {
      return (int) Math.min(Integer.MAX_VALUE, parse(name, text, least));
    } catch (UsageException e) {
      throw refuse(e);
    }
  }

  long parseNumber(String name, long otherwise, long least) {
    String text = values.get(name);
    return text == null ? otherwise : parse(name, text, least);
  }

  private static long parse(String name, String text, long least) {
    try {
      long number = Long.parseLong(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // As what is too small.
    }
    throw new UsageException(
        name + " is '" + text + "': write a whole number, " + least + " or more");
  }

  /**
   * Ends the process with 2 and one line.
   *
   * @return the mistake, for whoever needs something to throw
   */
  public static UsageException refuse(UsageException mistake) {
    System.err.println(mistake.getMessage() + "; see --help");
    System.exit(2);
    return mistake;
  }
}
