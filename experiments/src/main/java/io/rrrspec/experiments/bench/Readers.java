package io.rrrspec.experiments.bench;

import io.rrrspec.common.ServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process in which many read the events of a run's page, as browsers do. It gets what processor
 * time is left over: its readers would be on machines of their own.
 */
final class Readers implements AutoCloseable {
  private final Process process;
  private final BufferedReader said;

  private Readers(Process process) {
    this.process = process;
    this.said = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Starts it, and waits until all have got the first event.
   *
   * @param page the address of the run's page
   * @param classes how many classes the run has: all will pass
   */
  static Readers start(String page, int count, int classes) {
    try {
      Readers readers =
          new Readers(
              new ProcessBuilder(
                      "chrt",
                      "--idle",
                      "0",
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-XX:+UseSerialGC",
                      "-XX:TieredStopAtLevel=1",
                      "-Xmx128m",
                      "-cp",
                      System.getProperty("java.class.path"),
                      "io.rrrspec.experiments.bench.ReadersMain",
                      page,
                      Integer.toString(count),
                      Integer.toString(classes))
                  .redirectError(ProcessBuilder.Redirect.INHERIT)
                  .start());
      String said = readers.said.readLine();
      if (!ReadersMain.READY.equals(said)) {
        readers.close();
        throw new ServiceException("the readers are not ready: " + said);
      }
      return readers;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until all have ended, at last after a minute of silence; what was wrong, if anything. */
  List<String> finish() throws IOException {
    List<String> complaints = new ArrayList<>();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      complaints.add(line);
    }
    return complaints;
  }

  /** Processor time since it started. */
  double processorSeconds() {
    return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
