package io.rrrspec.worker.agent.workspace;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Cuts what a program writes into lines, however long it makes them and whatever is in them. */
final class Lines {
  private static final int LONGEST = 4_096;

  private final StringBuilder line = new StringBuilder();
  private final Consumer<String> to;
  private boolean tooLong;

  private Lines(Consumer<String> to) {
    this.to = to;
  }

  /** Reads until the end of the stream. */
  static void read(InputStream in, Consumer<String> to) {
    Lines lines = new Lines(to);
    char[] buffer = new char[8_192];
    try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
        for (int i = 0; i < n; i++) {
          lines.add(buffer[i]);
        }
      }
    } catch (IOException e) {
      // The program is gone together with its pipe: what was read is what there is.
      lines.add('\n');
      return;
    }
    if (lines.line.length() > 0) {
      lines.add('\n');
    }
  }

  private void add(char c) {
    if (c == '\n' || c == '\r') {
      // A progress bar begins its line again and again; between its ends there is nothing to tell.
      if (c == '\n' || line.length() > 0) {
        to.accept(tooLong ? line + "…" : line.toString());
      }
      line.setLength(0);
      tooLong = false;
    } else if (line.length() >= LONGEST) {
      tooLong = true;
    } else {
      line.append(c == '\t' || c >= ' ' ? c : '\uFFFD');
    }
  }
}
