package io.rrrspec.worker.agent.supervise;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rrrspec.worker.slave.Handover;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes on what a warm slave writes, and keeps back the line by which it says that it is done. */
final class WordOfDone extends OutputStream {
  /** Longer than that line; what is longer is passed on in pieces. */
  private static final int LONGEST = 4_096;

  private final OutputStream to;
  private final @Nullable String token;
  private final Consumer<Long> done;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /**
   * Makes one.
   *
   * @param to gets everything else
   * @param token what the line begins with; null: no line is kept back
   * @param done gets the number of the process that says so
   */
  WordOfDone(OutputStream to, @Nullable String token, Consumer<Long> done) {
    this.to = to;
    this.token = token;
    this.done = done;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      line.write(bytes[i]);
      if (bytes[i] == '\n' || line.size() >= LONGEST) {
        endLine();
      }
    }
  }

  private void endLine() {
    if (line.size() == 0) {
      return;
    }
    byte[] whole = line.toByteArray();
    line.reset();
    long pid = token == null ? 0 : Handover.saysDone(new String(whole, UTF_8).strip(), token);
    if (pid > 0) {
      done.accept(pid);
      return;
    }
    try {
      to.write(whole, 0, whole.length);
    } catch (IOException e) {
      throw new UncheckedIOException("what a slave writes is kept in memory", e);
    }
  }

  @Override
  public void close() {
    endLine();
    try {
      to.close();
    } catch (IOException e) {
      throw new UncheckedIOException("what a slave writes is kept in memory", e);
    }
  }
}
