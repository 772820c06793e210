package io.rrrspec.worker.agent.supervise;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rrrspec.common.process.BoundedText;
import io.rrrspec.common.store.WorkerStore.LogLine;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.List;

/**
 * Keeps the end of what a slave writes, twice: unchanged, for the report of its last words; and
 * line by line with time and stream, as in the slave logs of Ruby rrrspec.
 */
final class SlaveOutput {
  private static final int LONGEST_LINE = 4_096;

  /** The shell is started with -x, as by Ruby rrrspec. */
  private static final String SHELL_TRACE = "+ ";

  private static final List<String> SLF4J =
      List.of("SLF4J: ", "SLF4J(D): ", "SLF4J(I): ", "SLF4J(W): ", "SLF4J(E): ");

  private final BoundedText words;
  private final BoundedText lines;
  private final InstantSource clock;

  /**
   * Makes an empty one.
   *
   * @param bytes how much of the beginning and how much of the end is kept
   */
  SlaveOutput(int bytes, InstantSource clock) {
    this.words = new BoundedText(bytes, bytes, SlaveOutput::notice);
    this.lines = new BoundedText(bytes, bytes, SlaveOutput::notice);
    this.clock = clock;
  }

  /**
   * Returns what a stream of the slave is written to.
   *
   * @param name what its lines are marked with: {@code OUT} or {@code ERR}
   */
  OutputStream stream(String name) {
    return new Stream(name);
  }

  /** Its lines have only one kind of end and are cut without a sign, as Ruby rrrspec's are. */
  private final class Stream extends OutputStream {
    private final String name;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Stream(String name) {
      this.name = name;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      words.write(bytes, offset, length);
      for (int i = offset; i < offset + length; i++) {
        if (bytes[i] == '\n') {
          endLine();
        } else if (line.size() < LONGEST_LINE) {
          line.write(bytes[i]);
        }
      }
    }

    private void endLine() {
      String text = (name + " " + line.toString(UTF_8)).stripTrailing();
      byte[] written = new LogLine(clock.instant(), text).written().getBytes(UTF_8);
      lines.write(written, 0, written.length);
      line.reset();
    }

    @Override
    public void close() {
      if (line.size() > 0) {
        endLine();
      }
    }
  }

  private static String notice(long missing) {
    return "\n… " + missing + " bytes left out …\n";
  }

  /** Its log: the beginning and the end, and how much is missing between them. */
  String log() {
    return lines.text();
  }

  /**
   * The end of what it wrote, as it wrote it, without what no test wrote: the trace of the shell
   * that started it, at the beginning, and what SLF4J says of itself. Both are in the log.
   */
  String lastWords() {
    StringBuilder kept = new StringBuilder();
    boolean begun = false;
    for (String line : words.end().split("(?<=\n)", -1)) {
      begun |= !line.startsWith(SHELL_TRACE);
      if (begun && SLF4J.stream().noneMatch(line::startsWith)) {
        kept.append(line);
      }
    }
    return kept.toString();
  }
}
