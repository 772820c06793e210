package io.rrrspec.worker.slave;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rrrspec.worker.slave.jvm.OwnThread;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Serves the tasksets that a worker hands over, one after the other, in this JVM. */
final class WarmTasksets {
  /** Longer than its worker lets it wait: who ends first should be the worker, which knows. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(90);

  private static final String END = "";

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final PrintStream out;

  /**
   * Begins to listen.
   *
   * @param in gets the path of a {@link Handover} a line; its end is the end of the slave
   * @param out gets a line for each that was served
   */
  WarmTasksets(InputStream in, OutputStream out) {
    this.out = new PrintStream(out, true, UTF_8);
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, UTF_8));
    OwnThread.start("rrrspec-handover", () -> read(reader));
  }

  private boolean read(BufferedReader reader) {
    @Nullable String line;
    try {
      line = reader.readLine();
    } catch (IOException e) {
      line = null;
    }
    lines.add(line == null ? END : line);
    return line != null;
  }

  /**
   * Serves until there is nothing more, or this JVM must end.
   *
   * @param served serves one taskset
   */
  SlaveExit serve(Function<Handover, SlaveExit> served) {
    while (true) {
      String line = next();
      if (line == null || line.equals(END)) {
        return SlaveExit.NORMAL;
      }
      Handover handover = Handover.read(Path.of(line));
      SlaveExit exit = served.apply(handover);
      if (exit != SlaveExit.NORMAL) {
        return exit;
      }
      out.println(handover.done());
      out.flush();
    }
  }

  private @Nullable String next() {
    try {
      return lines.poll(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return END;
    }
  }
}
