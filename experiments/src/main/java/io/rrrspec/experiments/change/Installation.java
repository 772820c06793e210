package io.rrrspec.experiments.change;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.ChildEnvironment;
import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.RsyncInfoStore;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Redis, a server, a persister, and a worker for each site: as processes, as users start them. */
final class Installation implements AutoCloseable {
  private static final long START_SECONDS = 180;
  private static final String NAMESPACE = "change";

  private final Path root;
  private final Path launcher;
  private final EmbeddedRedis redis;
  private final List<Process> processes = new ArrayList<>();
  private final Thread atExit = new Thread(this::kill);

  private Installation(Path root, Path launcher) {
    this.root = root;
    this.launcher = launcher;
    this.redis = EmbeddedRedis.start(directory(root.resolve("redis")));
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Starts Redis, a server and a persister, and waits until the server says where sources go. */
  static Installation start(Path root, Path launcher) {
    Installation installation = new Installation(root, launcher);
    try {
      installation.daemon("server", List.of("server"), Map.of());
      installation.daemon("persister", List.of("persister"), Map.of());
      installation.awaitServer();
      return installation;
    } catch (RuntimeException e) {
      installation.close();
      throw e;
    }
  }

  /** Starts the worker of a site. */
  void worker(Site site, String lane) {
    directory(site.root().resolve("log"));
    Path bin = directory(site.root().resolve("bin"));
    try {
      Files.writeString(
          bin.resolve("mvn"),
          "#!/bin/sh\necho \"$PWD\" >>'%s'\nexec '%s' \"$@\"\n".formatted(mavenLog(site), maven()));
      if (!bin.resolve("mvn").toFile().setExecutable(true)) {
        throw new IOException("cannot make it executable");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> environment = new HashMap<>(Commands.environment(this, site));
    environment.put("MAVEN_OPTS", site.variables().getOrDefault("MAVEN_OPTS", ""));
    environment.put("RRRSPEC_WORKER_TYPE", lane);
    daemon(
        "worker-" + lane,
        List.of("worker", "--name", lane, "--slaves", "1", "--working-dir", site.work().toString()),
        environment);
  }

  /** A line for each call of Maven: the directory that it is called in. */
  static Path mavenLog(Site site) {
    return site.root().resolve("log").resolve("calls");
  }

  private static String maven() {
    for (String dir : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path maven = Path.of(dir, "mvn");
      if (Files.isExecutable(maven)) {
        return maven.toString();
      }
    }
    throw new ServiceException("no mvn in the PATH: install Maven 3.8 or newer");
  }

  String launcher() {
    return launcher.toString();
  }

  /** Where the sources of a lane go. */
  Path files(String lane) {
    return directory(root.resolve("files")).resolve(Site.NAME + lane);
  }

  /** What every process gets. */
  Map<String, String> common() {
    return Map.of("LC_ALL", "C.UTF-8");
  }

  /** What a client gets to find the server. */
  Map<String, String> client() {
    return Map.of(
        "RRRSPEC_REDIS",
        redis.url().toString(),
        "RRRSPEC_NAMESPACE",
        NAMESPACE,
        "RRRSPEC_DATABASE_URL",
        "jdbc:h2:file:" + root.resolve("history") + ";AUTO_SERVER=TRUE");
  }

  private void daemon(String name, List<String> arguments, Map<String, String> more) {
    List<String> command = new ArrayList<>(List.of(launcher()));
    command.addAll(arguments);
    Map<String, String> environment = new HashMap<>(common());
    environment.put("XDG_DATA_HOME", root.resolve("data").toString());
    environment.put("RRRSPEC_RSYNC_REMOTE_PATH", directory(root.resolve("files")).toString());
    environment.put("RRRSPEC_HTTP_PORT", "0");
    environment.put("RRRSPEC_COMMAND_PORT", "0");
    environment.putAll(client());
    environment.putAll(more);
    ProcessBuilder builder = new ProcessBuilder(command).directory(root.toFile());
    builder.environment().keySet().removeAll(List.of("MAVEN_ARGS", "MAVEN_CONFIG", "JAVA_HOME"));
    ChildEnvironment.set(builder.environment(), environment);
    try {
      processes.add(
          builder
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(root.resolve(name + ".log").toFile())
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitServer() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    try (RedisConnection connection = RedisConnection.open(redis.url(), 1)) {
      RsyncInfoStore place = new RsyncInfoStore(connection, new Keys(NAMESPACE));
      while (place.find().isEmpty()) {
        if (System.nanoTime() > end) {
          throw new ServiceException("the server does not start: see " + root + "/server.log");
        }
        TimeUnit.MILLISECONDS.sleep(50);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted", e);
    }
  }

  private static Path directory(Path dir) {
    try {
      return Files.createDirectories(dir);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    processes.forEach(Process::destroy);
    for (Process process : processes) {
      try {
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    kill();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // this JVM ends, and it runs
    }
  }

  private void kill() {
    processes.forEach(Process::destroyForcibly);
    redis.close();
  }
}
