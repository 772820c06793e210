package io.rrrspec.experiments.bench;

import io.rrrspec.common.ServiceException;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What somebody waits for who asks for nothing. */
final class Launch implements Measurement {
  private static final Path SCRIPT = Checkout.script("rrrspec-java");

  @Override
  public String name() {
    return "launch";
  }

  @Override
  public String how() {
    return "The launcher of the checkout, built, with its class-data archive: from its start to its"
        + " end.";
  }

  @Override
  public List<Figure> measure(BenchRedis redis, Effort effort) throws Exception {
    // The first one may have to make the archive, in the background.
    for (int i = 0; i < 3; i++) {
      versionMillis();
      Pause.millis(2_000);
    }
    return List.of(
        Figure.atMost(400, "`rrrspec-java --version`", "ms", effort.repeat(Launch::versionMillis)));
  }

  private static double versionMillis() throws IOException {
    long start = System.nanoTime();
    int code =
        new ProcessBuilder(SCRIPT.toString(), "--version")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start()
            .onExit()
            .join()
            .exitValue();
    if (code != 0) {
      throw new ServiceException("--version ended with " + code);
    }
    return NoopRun.seconds(start) * 1000;
  }
}
