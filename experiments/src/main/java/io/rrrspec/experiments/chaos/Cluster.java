package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Redis, two servers, three workers (one has as many slaves as keep the processors busy, the others
 * two each) with room for a fourth, and a persister: processes of their own, started as users start
 * them and started again when they end.
 */
final class Cluster implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);
  private static final long DISK_BYTES = 32L << 20;
  private static final long RECORD_BYTES = 128L << 20;

  /** Has as many slaves as keep the processors busy. */
  private static final String SEVERAL = "worker-2";

  private final Place place;
  private final Processes processes;
  private final RedisProcess redis;
  private final LostWrites lostWrites = new LostWrites();
  private final View view;
  private final List<Daemon> servers = new ArrayList<>();
  private final List<Daemon> workers = new ArrayList<>();
  private final Daemon guest;
  private final Daemon persister;
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(3);
  private final Thread endWithJvm = new Thread(this::kill);

  private Cluster(Place place) {
    this.place = place;
    this.processes = new Processes(place.mark());
    Runtime.getRuntime().addShutdownHook(endWithJvm);
    this.redis = RedisProcess.start(place);
    this.view = new View(redis.adminUrl());
    Map<String, String> environment = new HashMap<>(place.environment());
    environment.put("RRRSPEC_REDIS", redis.url().toString());
    for (int i = 1; i <= 2; i++) {
      servers.add(new Daemon("server-" + i, List.of("server"), environment, place));
    }
    persister = new Daemon("persister", List.of("persister"), environment, place);
    for (int i = 1; i <= 3; i++) {
      workers.add(worker("worker-" + i, environment));
    }
    guest = worker("worker-4", environment);
  }

  private Daemon worker(String name, Map<String, String> environment) {
    return new Daemon(
        name,
        List.of(
            "worker",
            "--name",
            name,
            "--slaves",
            name.equals(SEVERAL) ? "auto" : "2",
            "--working-dir",
            place.directory("work/" + name).toString()),
        environment,
        place);
  }

  /** Starts everything in an empty directory, and waits until it serves. */
  static Cluster start(Path directory) {
    Cluster cluster = new Cluster(Place.in(directory));
    mount(cluster.smallDisk(), DISK_BYTES);
    mount(cluster.recordDisk(), RECORD_BYTES);
    cluster.all().forEach(Daemon::want);
    var unused = cluster.timer.scheduleWithFixedDelay(cluster::keep, 0, 50, TimeUnit.MILLISECONDS);
    if (!Pause.until(START, cluster::isUp)) {
      cluster.close();
      throw new ServiceException("the installation does not start: see " + directory + "/log");
    }
    return cluster;
  }

  private static void mount(Path disk, long bytes) {
    run("mount", "-t", "tmpfs", "-o", "size=" + bytes + ",mode=0755", "tmpfs", disk.toString());
  }

  /** A small disk of its own for the third worker, so that it can be filled. */
  Path smallDisk() {
    return place.path("work/worker-3");
  }

  /** Another one for the database. */
  Path recordDisk() {
    return place.path("record");
  }

  private static void run(String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.onExit().join().exitValue() != 0) {
        throw new ServiceException(String.join(" ", command) + " fails: it needs root on Linux");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void keep() {
    everyone().forEach(Daemon::keep);
  }

  /** All that run all the time. */
  List<Daemon> all() {
    List<Daemon> all = new ArrayList<>(servers);
    all.add(persister);
    all.addAll(workers);
    return all;
  }

  private List<Daemon> everyone() {
    List<Daemon> everyone = all();
    everyone.add(guest);
    return everyone;
  }

  /** Whether all of them are there and beat. */
  boolean isUp() {
    try {
      return all().stream().allMatch(this::beats);
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Whether the process that a daemon has now says that it lives. */
  boolean beats(Daemon daemon) {
    if (!daemon.isAlive()) {
      return false;
    }
    String key = key(daemon);
    return !key.isEmpty() && view.beats(key);
  }

  /** Its key in Redis; empty if a server or persister has not announced itself. */
  String key(Daemon daemon) {
    if (daemon.name().startsWith("worker")) {
      return View.worker(daemon.name());
    }
    return view.member(daemon == persister ? "persister" : "server", daemon.pid());
  }

  Place place() {
    return place;
  }

  Processes processes() {
    return processes;
  }

  RedisProcess redis() {
    return redis;
  }

  View view() {
    return view;
  }

  List<Daemon> servers() {
    return servers;
  }

  List<Daemon> workers() {
    return workers;
  }

  /** The fourth worker, which comes and goes. */
  Daemon guest() {
    return guest;
  }

  Daemon persister() {
    return persister;
  }

  /** Does something later. */
  void later(long millis, Runnable action) {
    var unused =
        timer.schedule(
            () -> {
              try {
                action.run();
              } catch (RuntimeException e) {
                System.err.println("chaos itself fails: " + e);
              }
            },
            millis,
            TimeUnit.MILLISECONDS);
  }

  /** How often a server has called somebody dead. */
  long burials() {
    long count = 0;
    for (Daemon server : servers) {
      try (Stream<String> lines = Files.lines(server.log())) {
        count += lines.filter(line -> line.contains(" is dead")).count();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return count;
  }

  /** What Redis has lost so far. */
  LostWrites lostWrites() {
    return lostWrites;
  }

  /** What must not be called left behind: Redis and the daemons. */
  List<Long> ownPids() {
    List<Long> pids = new ArrayList<>(everyone().stream().map(Daemon::pid).toList());
    pids.add(redis.pid());
    return pids;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    everyone().forEach(Daemon::end);
    Pause.until(Duration.ofSeconds(20), () -> everyone().stream().noneMatch(Daemon::isAlive));
    view.close();
    kill();
    try {
      Runtime.getRuntime().removeShutdownHook(endWithJvm);
    } catch (IllegalStateException e) {
      return; // this JVM ends, and it runs
    }
  }

  private void kill() {
    timer.shutdownNow();
    processes.all().forEach(pid -> Signal.send(pid, "KILL"));
    // It writes its title over its environment, and so over the mark by which the others are found.
    Signal.send(redis.pid(), "KILL");
    unmount(smallDisk());
    unmount(recordDisk());
  }

  private static void unmount(Path disk) {
    try {
      run("umount", "-l", disk.toString());
    } catch (ServiceException e) {
      return; // never mounted
    }
  }
}
