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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Redis, two servers, three workers (one has as many slaves as keep the processors busy, the others
 * two each) with room for a fourth, and a persister: processes of their own, started as users start
 * them and started again when they end.
 */
final class Cluster implements AutoCloseable {
  /** Long, as twelve JVMs start at once, maybe on a machine that has other work. */
  private static final Duration START = Duration.ofMinutes(4);

  /** What ends a fault must not wait for what asks a Redis that does not answer. */
  private static final int TIMERS = 12;

  private static final long AGAIN_MILLIS = 500;
  private static final long DISK_BYTES = 32L << 20;
  private static final long RECORD_BYTES = 128L << 20;

  /** Has as many slaves as keep the processors busy. */
  private static final String SEVERAL = "worker-2";

  private final Place place;
  private final Processes processes;
  private final @Nullable Network network;
  private final RedisSide redis;
  private final LostWrites lostWrites = new LostWrites();
  private final View view;
  private final List<Daemon> servers = new ArrayList<>();
  private final List<Daemon> workers = new ArrayList<>();
  private final Daemon guest;
  private final Daemon persister;
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(TIMERS);
  private final AtomicInteger unhealed = new AtomicInteger();
  private final Thread endWithJvm = new Thread(this::kill);

  private Cluster(Place place, Shape shape, @Nullable Network network) {
    this.place = place;
    this.processes = new Processes(place.mark());
    this.network = network;
    this.redis =
        shape.sentinel()
            ? SentinelGroup.start(place, this::host)
            : RedisProcess.start(place, host("redis"));
    Runtime.getRuntime().addShutdownHook(endWithJvm);
    this.view = new View(redis.adminUrl());
    Map<String, String> environment = new HashMap<>(place.environment());
    environment.put("RRRSPEC_REDIS", redis.url().toString());
    for (int i = 1; i <= 2; i++) {
      servers.add(new Daemon(host("server-" + i), List.of("server"), environment, place));
    }
    persister = new Daemon(host("persister"), List.of("persister"), environment, place);
    for (int i = 1; i <= 3; i++) {
      Map<String, String> own = new HashMap<>(environment);
      if (shape.clocks() && i > 1) {
        own.putAll(WrongClock.by(i == 2 ? "+1h" : "-1h"));
      }
      workers.add(worker("worker-" + i, own));
    }
    guest = worker("worker-4", environment);
  }

  private Daemon worker(String name, Map<String, String> environment) {
    return new Daemon(
        host(name),
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
  static Cluster start(Path directory, Shape shape) {
    Place place = Place.in(directory);
    if (shape.network()) {
      MavenDownloads.fetch(place);
    }
    Network network = shape.network() ? Network.create(hostNames(shape)) : null;
    if (network != null) {
      // Whoever opens an H2 file first serves the others.
      System.setProperty("h2.bindAddress", network.gateway());
    }
    Cluster cluster;
    try {
      cluster = new Cluster(place, shape, network);
    } catch (RuntimeException e) {
      if (network != null) {
        network.close();
      }
      throw e;
    }
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

  private static List<String> hostNames(Shape shape) {
    List<String> names =
        new ArrayList<>(
            List.of(
                "server-1",
                "server-2",
                "persister",
                "worker-1",
                "worker-2",
                "worker-3",
                "worker-4",
                "clients"));
    names.addAll(shape.sentinel() ? SentinelGroup.hostNames() : List.of("redis"));
    return names;
  }

  /** The hosts of all that use Redis. */
  List<Host> parts() {
    return network().hosts("server", "worker", "persister", "clients");
  }

  /** Where a part runs, by its name. */
  Host host(String name) {
    return network == null ? Host.local(name) : network.host(name);
  }

  private static void mount(Path disk, long bytes) {
    Commands.run(
        "mount", "-t", "tmpfs", "-o", "size=" + bytes + ",mode=0755", "tmpfs", disk.toString());
  }

  /** A small disk of its own for the third worker, so that it can be filled. */
  Path smallDisk() {
    return place.path("work/worker-3");
  }

  /** Another one for the database. */
  Path recordDisk() {
    return place.path("record");
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

  RedisSide redis() {
    return redis;
  }

  /** The group that Redis is, where it is one. */
  SentinelGroup sentinels() {
    if (redis instanceof SentinelGroup group) {
      return group;
    }
    throw new IllegalStateException("one Redis, without Sentinels");
  }

  /** The network, where each part has a host of its own. */
  Network network() {
    if (network == null) {
      throw new IllegalStateException("all parts are on one host");
    }
    return network;
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

  /**
   * Ends a fault later. What that needs may be away because of another fault, so it is tried until
   * it succeeds.
   */
  void heal(long millis, Runnable action) {
    unhealed.incrementAndGet();
    tryToHeal(millis, action);
  }

  private void tryToHeal(long millis, Runnable action) {
    later(
        millis,
        () -> {
          try {
            action.run();
          } catch (RuntimeException e) {
            tryToHeal(AGAIN_MILLIS, action);
            return;
          }
          unhealed.decrementAndGet();
        });
  }

  /** Whether every fault that lasts has been ended. */
  boolean isHealed() {
    return unhealed.get() == 0;
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
    pids.addAll(redis.pids());
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
    redis.pids().forEach(pid -> Signal.send(pid, "KILL"));
    unmount(smallDisk());
    unmount(recordDisk());
    if (network != null) {
      network.close();
    }
  }

  private static void unmount(Path disk) {
    try {
      Commands.run("umount", "-l", disk.toString());
    } catch (ServiceException e) {
      return; // never mounted
    }
  }
}
