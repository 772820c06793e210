package io.rrrspec.common.cli;

import io.rrrspec.common.ExitCode;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.redis.Outage;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * Runs a command line and turns whatever happens into an exit code and the reason on stderr: a
 * line, or as many as the message has (the errors of a build).
 *
 * @param out takes only the answer
 * @param err takes everything else
 * @param logDir where the trace of something unexpected goes
 */
public record Shell(PrintWriter out, PrintWriter err, Path logDir) {
  private static final int WIDTH = 100;

  /** The shell of this process. */
  public static Shell ofThisProcess() {
    String logDir = System.getProperty("rrrspec.log.dir");
    return new Shell(
        new PrintWriter(System.out, true, Charset.defaultCharset()),
        new PrintWriter(System.err, true, Charset.defaultCharset()),
        logDir == null ? new RootCommand().sources().dataDir().resolve("log") : Path.of(logDir));
  }

  /**
   * Runs it.
   *
   * @param commands the commands that this process serves: objects with picocli's {@code @Command}
   * @param elsewhere commands that the launcher gives to another process, with what they do
   * @return the exit code
   */
  public int run(List<?> commands, Map<String, String> elsewhere, String... args) {
    CommandLine line = new CommandLine(new RootCommand());
    commands.forEach(line::addSubcommand);
    List<String> names = new ArrayList<>(line.getSubcommands().keySet());
    names.addAll(elsewhere.keySet());
    describe(line, elsewhere);
    // Once: JDK 17 crashes over two that do the same when the archive of our classes is made, since
    // picocli's own classes are too old for archives.
    ITypeConverter<Integer> wholeNumber = Shell::wholeNumber;
    line.registerConverter(Integer.class, wholeNumber);
    line.registerConverter(Integer.TYPE, wholeNumber);
    Mistake mistake = new Mistake(names);
    line.setOut(out)
        .setErr(err)
        // A test may be called anything: nothing that begins with @ is a file of arguments.
        .setExpandAtFiles(false)
        .setUsageHelpWidth(WIDTH)
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setParameterExceptionHandler((e, a) -> complain(mistake.describe(e), ExitCode.USAGE))
        .setExecutionExceptionHandler((e, failed, parsed) -> failed(e));
    try {
      return line.execute(args);
    } catch (Error e) {
      // Not an answer about tests: the JVM's own exit code for it, 1, would say that some failed.
      return complain(new CrashLog(logDir).write(e), ExitCode.SERVICE);
    }
  }

  /** Picocli would call it an int. */
  private static int wholeNumber(String text) {
    try {
      return Integer.decode(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a whole number");
    }
  }

  private int failed(Exception thrown) {
    if (thrown instanceof RrrspecException ours && !ours.output().isEmpty()) {
      err.println(ours.output());
    }
    if (thrown instanceof ParameterException || thrown instanceof RrrspecException) {
      return complain(String.valueOf(thrown.getMessage()), ExitCode.of(thrown));
    }
    if (Outage.isCauseOf(thrown)) {
      // Its trace would tell nobody more than the log of Redis does.
      return complain(Outage.line(thrown), ExitCode.SERVICE);
    }
    return complain(new CrashLog(logDir).write(thrown), ExitCode.SERVICE);
  }

  private int complain(String message, ExitCode code) {
    String text = message.isBlank() ? "failed" : message.stripTrailing();
    err.println("rrrspec-java: " + text);
    err.flush();
    return code.number();
  }

  private static void describe(CommandLine line, Map<String, String> elsewhere) {
    StringBuilder text = new StringBuilder();
    line.getSubcommands()
        .forEach((name, sub) -> text.append(row(name, firstLine(sub.getCommandSpec()))));
    elsewhere.forEach((name, what) -> text.append(row(name, what)));
    text.append(String.format("Each has a --help of its own.%n"));
    line.getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> text.toString());
  }

  private static String row(String name, String what) {
    return String.format("  %-10s %s%n", name, what);
  }

  private static String firstLine(CommandSpec spec) {
    String[] description = spec.usageMessage().description();
    return description.length == 0 ? "" : description[0];
  }
}
