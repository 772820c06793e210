package io.rrrspec.worker.extension;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The process that has started this Maven. It holds the other end of a pipe, and writes nothing
 * there: the pipe's end is the process's end.
 */
final class StarterProcess {
  /** Beside standard input, which goals may read. */
  private static final String PIPE = "/dev/fd/3";

  private volatile boolean gone;

  StarterProcess() {
    Thread reader = new Thread(this::read, "rrrspec-starter");
    reader.setDaemon(true);
    reader.start();
  }

  boolean isGone() {
    return gone;
  }

  private void read() {
    try (InputStream in = new FileInputStream(PIPE)) {
      while (in.read() >= 0) {
        continue;
      }
    } catch (IOException e) {
      // Without a pipe nobody can be waited for.
    }
    gone = true;
  }
}
