package io.rrrspec.experiments.bench;

import io.rrrspec.common.ServiceException;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code rrrspec-java web} as a process, with an empty database. */
final class ViewerProcess implements AutoCloseable {
  private static final int PATIENCE = 600;

  /** As a collector says it of one of its spaces, and not of those that are no heap. */
  private static final Pattern USED = Pattern.compile("total \\d+K, used (\\d+)K");

  private final Process process;
  private final String address;
  private final Path directory;

  private ViewerProcess(Process process, String address, Path directory) {
    this.process = process;
    this.address = address;
    this.directory = directory;
  }

  /** Starts it, and waits until it answers. */
  static ViewerProcess start(BenchRedis redis) throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Path directory = Files.createTempDirectory("viewer-bench");
    ProcessBuilder builder =
        new ProcessBuilder(Checkout.script("rrrspec-java").toString(), "web")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "RRRSPEC_REDIS", redis.url().toString(),
                "RRRSPEC_NAMESPACE", redis.keys().namespace(),
                "RRRSPEC_WEB_PORT", Integer.toString(port),
                "RRRSPEC_BIND", "127.0.0.1",
                "RRRSPEC_DATABASE_URL", "jdbc:h2:file:" + directory.resolve("history")));
    ViewerProcess viewer =
        new ViewerProcess(builder.start(), "http://127.0.0.1:" + port, directory);
    viewer.awaitAnswer();
    return viewer;
  }

  private void awaitAnswer() throws IOException {
    for (int i = 0; i < PATIENCE && process.isAlive(); i++) {
      try {
        HttpURLConnection connection =
            (HttpURLConnection) URI.create(address + "/").toURL().openConnection();
        if (connection.getResponseCode() == 200) {
          return;
        }
      } catch (IOException e) {
        // Not yet.
      }
      Pause.millis(100);
    }
    String log = Files.readString(directory.resolve("log"));
    close();
    throw new ServiceException("the viewer does not answer: " + log);
  }

  /** Without a slash at the end. */
  String address() {
    return address;
  }

  /** What is in use after a full collection. */
  long heapKilobytes() {
    ask("GC.run");
    Matcher used = USED.matcher(ask("GC.heap_info"));
    long sum = 0;
    while (used.find()) {
      sum += Long.parseLong(used.group(1));
    }
    return sum;
  }

  /** Processor time since it started. */
  double processorSeconds() {
    return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  private String ask(String command) {
    try {
      Process jcmd =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  Long.toString(process.pid()),
                  command)
              .redirectErrorStream(true)
              .start();
      return new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
