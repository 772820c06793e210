package io.rrrspec.server.jobs;

import io.rrrspec.common.process.BoundedText;
import io.rrrspec.common.process.LastLines;
import io.rrrspec.common.process.LineSplitter;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The last line that a client has said on standard error: why it has failed. */
public final class LastError {
  private static final int MOST = 500;

  private final LastLines lines = new LastLines(1, MOST);

  /** What reads the standard error of a client. */
  public OutputStream reader() {
    return new LineSplitter(StandardCharsets.UTF_8, MOST, lines::add);
  }

  /** The line; empty if there is none. */
  public String line() {
    return BoundedText.cut(lines.text().replaceAll("\\p{Cntrl}", " "), MOST)
        .replaceFirst("^rrrspec-java: ", "");
  }
}
