package io.rrrspec.testing.sql;

import io.rrrspec.testing.ServerImages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.h2.engine.Constants;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The databases that everything has to work on. A server is started when a test asks for it first,
 * and serves all tests of this JVM; each test gets an empty database of its own.
 */
public enum TestDatabase {
  /** A file, as {@code run} and a small installation use it. */
  H2 {
    @Override
    SqlServer start(Path directory) {
      throw new IllegalStateException("H2 needs no server");
    }

    @Override
    public String newUrl(Path directory) {
      // H2 reads this once: it would serve the file to the whole network.
      System.setProperty("h2.bindAddress", "127.0.0.1");
      if (files.get() == 0) {
        System.out.println("contract on H2 " + Constants.VERSION);
      }
      return "jdbc:h2:file:"
          + directory.resolve("h2-" + files.incrementAndGet()).toAbsolutePath()
          + ";AUTO_SERVER=TRUE;WRITE_DELAY=0;LOCK_TIMEOUT=10000";
    }
  },
  /** A PostgreSQL server. */
  POSTGRESQL {
    @Override
    SqlServer start(Path directory) throws Exception {
      Optional<String> image = ServerImages.named(ServerImages.POSTGRESQL);
      return image.isPresent()
          ? ContainerServer.postgresql(image.get())
          : PostgresServer.start(directory);
    }
  },
  /** A MariaDB server. */
  MARIADB {
    @Override
    SqlServer start(Path directory) throws Exception {
      Optional<String> image = ServerImages.named(ServerImages.MARIADB);
      return image.isPresent()
          ? ContainerServer.mariaDb(image.get())
          : MariaDbServer.start(directory);
    }

    @Override
    public Optional<String> missing() {
      return MariaDbServer.program().isPresent()
              || ServerImages.named(ServerImages.MARIADB).isPresent()
          ? Optional.empty()
          : Optional.of(
              "no mariadbd on the PATH or in /usr/sbin: install the package mariadb-server");
    }
  };

  private static final AtomicInteger files = new AtomicInteger();

  private @Nullable SqlServer server;
  private @Nullable Exception failure;

  abstract SqlServer start(Path directory) throws Exception;

  /** What has to be installed first; empty if nothing. */
  public Optional<String> missing() {
    return Optional.empty();
  }

  /**
   * The URL of an empty database. Where the server is not installed the test is skipped, and fails
   * in CI: there it has to be.
   *
   * @param directory of the test, for those that are files
   */
  public String newUrl(Path directory) throws Exception {
    require();
    SqlServer running = server();
    return running.url(running.newDatabase());
  }

  /** Skips the test if the server is not installed, and fails it in CI. */
  public void require() {
    missing()
        .ifPresent(
            what -> {
              Assumptions.assumeTrue("true".equals(System.getenv("CI")), what);
              throw new AssertionError(what);
            });
  }

  private synchronized SqlServer server() throws Exception {
    SqlServer running = server;
    if (running == null) {
      Path directory = Files.createTempDirectory("rrrspec-test-sql");
      running = startOnce(directory);
      server = running;
      SqlServer ours = running;
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    ours.close();
                    deleteInTheBackground(directory);
                  }));
    }
    return running;
  }

  /** Is tried once: each of a thousand tests would wait for a server that does not start. */
  private SqlServer startOnce(Path directory) throws Exception {
    if (failure != null) {
      throw new IllegalStateException("the " + this + " of these tests has not started", failure);
    }
    try {
      return start(directory);
    } catch (Exception e) {
      failure = e;
      throw e;
    }
  }

  /**
   * Each test had a database of its own: to delete their files can take longer than Surefire lets a
   * JVM end, which would leave them there, and nobody has to wait for it.
   */
  private static void deleteInTheBackground(Path directory) {
    try {
      new ProcessBuilder("rm", "-rf", directory.toString())
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      System.err.println(directory + " stays: " + e);
    }
  }

  /** Deletes what a server had; what cannot be deleted stays. */
  public static void delete(Path directory) {
    try (Stream<Path> paths = Files.walk(directory)) {
      paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException | java.io.UncheckedIOException e) {
      System.err.println(directory + " stays: " + e);
    }
  }
}
