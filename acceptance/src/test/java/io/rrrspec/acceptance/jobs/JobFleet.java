package io.rrrspec.acceptance.jobs;

import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.ServerMain;
import io.rrrspec.testing.DaemonProcess;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.WorkerMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/** Servers and workers as processes; {@code rrrspec-java} is a script with the tests' classes. */
final class JobFleet implements AutoCloseable {
  static final Duration LIMIT = Duration.ofMinutes(3);

  final Stores stores;
  private final TestRedis redis;
  private final Path directory;
  private final Path settings;
  private final Path bin;
  private final List<DaemonProcess> processes = new ArrayList<>();

  JobFleet(TestRedis redis, Path directory, String settings) throws IOException {
    this.redis = redis;
    this.directory = directory;
    this.stores = new Stores(redis.connection(), redis.keys());
    this.settings =
        Files.writeString(
            directory.resolve("fleet.yml"),
            "http_port: 0\ncommand_port: 0\nrsync_remote_path: "
                + Files.createDirectories(directory.resolve("sent"))
                + "\n"
                + settings);
    this.bin = Files.createDirectories(directory.resolve("bin"));
    launcher("");
  }

  /** Makes the script; something is done before a client begins. */
  void launcher(String beforeClient) throws IOException {
    Path script = bin.resolve("rrrspec-java");
    String java =
        "exec '"
            + Path.of(System.getProperty("java.home"), "bin", "java")
            + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '"
            + System.getProperty("java.class.path")
            + "' ";
    Files.writeString(
        script,
        String.join(
            "\n",
            "#!/bin/bash",
            "if [ \"$1\" = slave ]; then",
            "  options=(--taskset \"$RRRSPEC_TASKSET_KEY\" --slave-file \"$RRRSPEC_SLAVE_FILE\")",
            "  for v in \"${!RRRSPEC_@}\"; do unset \"$v\"; done",
            "  " + java + "io.rrrspec.worker.slave.SlaveMain \"${options[@]}\"",
            "fi",
            beforeClient,
            java + "io.rrrspec.client.ClientMain \"$@\"",
            ""));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }

  void queues(UnaryOperator<QueueSetup> change) {
    stores.queues().change(change);
  }

  DaemonProcess server() throws IOException {
    DaemonProcess server = start(ServerMain.class.getName(), "server", "server");
    server.awaitLog("server is ready");
    return server;
  }

  DaemonProcess worker(String name) throws IOException {
    return start(
        WorkerMain.class.getName(),
        name,
        "worker",
        "--name",
        name,
        "--slaves",
        "1",
        "--working-dir",
        directory.resolve("work-" + name).toString());
  }

  /** A command of a client, in a directory; what it says goes to files there. */
  Process client(Path place, String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(bin.resolve("rrrspec-java").toString()));
    command.addAll(List.of(words));
    ProcessBuilder program =
        new ProcessBuilder(command)
            .directory(place.toFile())
            .redirectOutput(place.resolve("out.txt").toFile())
            .redirectError(place.resolve("err.txt").toFile());
    program.environment().putAll(environment());
    return program.start();
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("RRRSPEC_CONFIG", settings.toString());
    environment.put("RRRSPEC_REDIS", redis.url().toString());
    environment.put("RRRSPEC_NAMESPACE", redis.keys().namespace());
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
    return environment;
  }

  private DaemonProcess start(String main, String place, String... words) throws IOException {
    Map<String, String> environment = environment();
    DaemonProcess process =
        DaemonProcess.start(main, Files.createTempDirectory(directory, place), environment, words);
    processes.add(process);
    return process;
  }

  /** The port of a server at which HTTP jobs are taken. */
  static int port(DaemonProcess server) {
    return Integer.parseInt(
        server.awaitLog("HTTP jobs are taken at http://127.0.0.1:([0-9]+)").group(1));
  }

  Job job(long number) {
    return stores.jobs().find(number).orElseThrow();
  }

  Job awaitStatus(long number, Job.Status status) {
    Awaitility.await("job " + number + " is " + status)
        .atMost(LIMIT)
        .until(() -> stores.jobs().find(number).filter(job -> job.status() == status).isPresent());
    return job(number);
  }

  @Override
  public void close() throws InterruptedException {
    for (DaemonProcess process : processes) {
      process.close();
    }
  }
}
