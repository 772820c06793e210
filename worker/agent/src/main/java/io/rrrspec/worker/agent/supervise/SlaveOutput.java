package io.rrrspec.worker.agent.supervise;

import io.rrrspec.common.store.WorkerStore.LogLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/**
 * Keeps what a slave writes, bounded: as it is, for whoever asks for its last words, and line by
 * line with time and stream, as the slave logs of Ruby rrrspec have it.
 */
final class SlaveOutput {
  private static final int LONGEST_LINE = 4_096;

  private final BoundedTail words;
  private final BoundedTail lines;
  private final InstantSource clock;

  /**
   * Makes an empty one.
   *
   * @param bytes how much of the beginning and how much of the end is kept
   */
  SlaveOutput(int bytes, InstantSource clock) {
    this.words = new BoundedTail(bytes);
    this.lines = new BoundedTail(bytes);
    this.clock = clock;
  }

  /**
   * Reads until the end of a stream.
   *
   * @param stream what its lines are marked with: {@code OUT} or {@code ERR}
   */
  void drain(InputStream in, String stream) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        words.append(buffer, n);
        for (int i = 0; i < n; i++) {
          if (buffer[i] == '\n') {
            end(line, stream);
          } else if (line.size() < LONGEST_LINE) {
            line.write(buffer[i]);
          }
        }
      }
    } catch (IOException e) {
      // The process is gone together with its pipe: what was read is what there is.
      endOfStream(line, stream);
      return;
    }
    endOfStream(line, stream);
  }

  private void endOfStream(ByteArrayOutputStream line, String stream) {
    if (line.size() > 0) {
      end(line, stream);
    }
  }

  private void end(ByteArrayOutputStream line, String stream) {
    String text = (stream + " " + line.toString(StandardCharsets.UTF_8)).stripTrailing();
    byte[] written = new LogLine(clock.instant(), text).written().getBytes(StandardCharsets.UTF_8);
    lines.append(written, written.length);
    line.reset();
  }

  /** Its log: the beginning and the end, and how much is missing between them. */
  String log() {
    return lines.text();
  }

  /** The end of what it wrote, as it wrote it. */
  String lastWords() {
    return words.end();
  }
}
