package io.rrrspec.client.report.ci;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/**
 * A stream into the log of a build server, which takes some lines for commands: to hide a word, to
 * set a variable, to make an annotation. Names and output of tests may look like that. So the last
 * character of what begins a command is written as a JSON text may have it, such as a colon as a
 * backslash and {@code u003a}. What this program itself tells the build server goes to {@link
 * #commands}.
 */
public final class CommandFreeStream extends PrintStream {
  private final PrintStream raw;
  private final Guard guard;

  private CommandFreeStream(PrintStream raw, Guard guard, Charset charset) {
    super(guard, true, charset);
    this.raw = raw;
    this.guard = guard;
  }

  /**
   * The stream to write to instead of a standard stream of this process.
   *
   * @param environment the variables of the process; without a build server's it is the same stream
   * @param charset of the stream
   */
  public static PrintStream of(PrintStream raw, Map<String, String> environment, Charset charset) {
    LogCommands commands = LogCommands.of(environment);
    return commands.isEmpty() ? raw : new CommandFreeStream(raw, new Guard(raw, commands), charset);
  }

  /** Where commands go for the build server; at the start of a line. */
  static PrintStream commands(PrintStream stream) {
    if (stream instanceof CommandFreeStream free) {
      free.flush();
      free.guard.endLine();
      return free.raw;
    }
    return stream;
  }

  /** Looks at each byte: those that begin commands are ASCII in all charsets of terminals. */
  private static final class Guard extends FilterOutputStream {
    private final LogCommands commands;

    /** What was written that may begin a command, in lower case. */
    private final StringBuilder begun = new StringBuilder();

    private boolean atStart = true;
    private boolean lineIsEmpty = true;

    Guard(OutputStream out, LogCommands commands) {
      super(out);
      this.commands = commands;
    }

    void endLine() {
      try {
        if (!lineIsEmpty) {
          write('\n');
          flush();
        }
      } catch (IOException e) {
        throw new IllegalStateException("a PrintStream does not throw", e);
      }
    }

    @Override
    public synchronized void write(int b) throws IOException {
      int c = b & 0xFF;
      if (c == '\n' || c == '\r') {
        out.write(c);
        begun.setLength(0);
        atStart = true;
        lineIsEmpty = true;
        return;
      }
      lineIsEmpty = false;
      begun.append((char) Character.toLowerCase(c));
      while (!begun.isEmpty() && !begins()) {
        begun.deleteCharAt(0);
      }
      if (completes()) {
        out.write(String.format(Locale.ROOT, "\\u%04x", c).getBytes(StandardCharsets.US_ASCII));
        begun.setLength(0);
      } else {
        out.write(c);
      }
      // A blank of another alphabet has bytes above these.
      atStart &= c <= ' ' || c > 0x7E || !begun.isEmpty();
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
      for (int i = offset; i < offset + length; i++) {
        write(bytes[i]);
      }
    }

    private boolean begins() {
      String text = begun.toString();
      return (atStart && commands.atLineStart().stream().anyMatch(one -> one.startsWith(text)))
          || commands.anywhere().stream().anyMatch(one -> one.startsWith(text));
    }

    private boolean completes() {
      String text = begun.toString();
      return (atStart && commands.atLineStart().contains(text))
          || commands.anywhere().contains(text);
    }
  }
}
