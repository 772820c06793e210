package io.rrrspec.common.process;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.function.Consumer;

/**
 * Splits what a program writes into lines, however long it makes them. A carriage return ends a
 * line, too: a progress bar begins its line again and again. Not safe for several threads.
 */
public final class LineSplitter extends OutputStream {
  /** No charset that programs write takes more bytes for a character. */
  private static final int BYTES_PER_CHARACTER = 4;

  private final Charset charset;
  private final int longest;
  private final Consumer<String> lines;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean cut;

  /**
   * Makes one that has read nothing.
   *
   * @param charset of what is written; ASCII must be a part of it
   * @param longest how many characters of a line are kept; a longer one ends with "…" there
   * @param lines gets each line without its end, the last one when this is closed
   */
  public LineSplitter(Charset charset, int longest, Consumer<String> lines) {
    this.charset = charset;
    this.longest = longest;
    this.lines = lines;
  }

  @Override
  public void write(int b) {
    if (b == '\n' || b == '\r') {
      // Between the two ends of one line there is nothing to tell.
      if (b == '\n' || line.size() > 0) {
        endLine();
      }
    } else if (line.size() >= BYTES_PER_CHARACTER * longest) {
      cut = true;
    } else {
      line.write(b);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      write(bytes[i]);
    }
  }

  private void endLine() {
    String text = line.toString(charset);
    boolean tooLong = cut || text.length() > longest;
    line.reset();
    cut = false;
    lines.accept(tooLong ? text.substring(0, Math.min(longest, text.length())) + "…" : text);
  }

  /** Ends the last line, if it has no end. */
  @Override
  public void close() {
    if (line.size() > 0) {
      endLine();
    }
  }
}
