package io.rrrspec.worker.agent;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.config.WorkerSettings;
import io.rrrspec.common.jdk.Jdks;
import io.rrrspec.common.loop.Daemon;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.service.ServerPresence;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.RsyncInfoStore;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.worker.agent.artifact.ArtifactCache;
import io.rrrspec.worker.agent.artifact.Peers;
import io.rrrspec.worker.agent.artifact.ServedAt;
import io.rrrspec.worker.agent.http.ArtifactServer;
import io.rrrspec.worker.agent.load.C2Priority;
import io.rrrspec.worker.agent.supervise.Machine;
import io.rrrspec.worker.agent.workspace.Synced;
import io.rrrspec.worker.agent.workspace.WorkerDirectory;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One worker as a service of its own: wires it to Redis, and starts and stops it in order. */
final class WorkerDaemon implements Daemon.Service {
  private static final Logger log = LoggerFactory.getLogger(WorkerDaemon.class);

  /** The loops of worker and heartbeat, the preparation and its log, and one to spare. */
  private static final int CONNECTIONS = 6;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  /** Longer than the heartbeat of a worker that was killed lives on. */
  private static final Duration WAIT_FOR_NAME = Duration.ofSeconds(10);

  private static final long LOOK_EVERY_MILLIS = 250;
  private static final long GIGABYTE = 1_000_000_000;

  private final SharedSettings shared;
  private final WorkerSettings settings;
  private final Jdks jdks;
  private final WorkerDirectory dir;
  private final URI url;
  private final RedisConnection redis;
  private final Keys keys;
  private final ServerStore servers;
  private final Worker worker;
  private volatile @Nullable ArtifactServer artifacts;
  private @Nullable Loop work;
  private @Nullable Loop heartbeat;

  WorkerDaemon(SharedSettings shared, WorkerSettings settings, WorkerDirectory dir) {
    this.shared = shared;
    this.settings = settings;
    this.jdks = Jdks.here(settings.jdks());
    this.dir = dir;
    this.redis = RedisConnection.open(shared.redis(), CONNECTIONS);
    this.url = URI.create(shared.redis().toUrl());
    this.keys = new Keys(shared.namespace());
    this.servers = new Stores(redis, keys).servers();
    this.worker =
        new Worker(
                parameters(),
                redis,
                keys,
                InstantSource.system(),
                Machine.THIS.with(C2Priority.of(settings.compilerPriority())))
            .behind(new ServerGate(servers::isServed, System::nanoTime));
  }

  private WorkerParameters parameters() {
    RsyncInfoStore published = new Stores(redis, keys).rsyncInfo();
    Integer limit = settings.diskLimitGb();
    return new WorkerParameters(
        settings.name(),
        settings.type(),
        settings.host(),
        settings.slaves().number(),
        new Synced(
            dir,
            limit == null ? null : limit * GIGABYTE,
            () -> place(settings, published.find()),
            settings.setupAlways(),
            InstantSource.system(),
            peers()),
        dir.runtime(),
        url,
        environment(settings),
        Lifetimes.HEARTBEAT,
        Lifetimes.PERSISTED,
        jdks.versions(),
        settings.slaves().auto());
  }

  private Peers peers() {
    WorkerSettings.Artifacts own = settings.artifacts();
    ArtifactCache cache =
        ArtifactCache.open(dir.artifacts(), own.cacheGb() * GIGABYTE, InstantSource.system());
    return new Peers(
        keys.worker(settings.name()),
        settings.host(),
        new Stores(redis, keys).artifacts(),
        cache,
        () -> openDoor(own, cache));
  }

  private ServedAt openDoor(WorkerSettings.Artifacts own, ArtifactCache cache) {
    String token = UUID.randomUUID().toString();
    ArtifactServer server = ArtifactServer.start(own.bind(), own.port(), token, cache);
    artifacts = server;
    String host = own.host().contains(":") ? "[" + own.host() + "]" : own.host();
    return new ServedAt(host + ":" + server.port(), token);
  }

  /** What the server publishes, with what this worker was told instead. */
  static Optional<RsyncInfo> place(WorkerSettings settings, Optional<RsyncInfo> published) {
    String path = settings.rsyncRemotePath();
    String options = settings.rsyncOptions();
    if (path == null && published.isEmpty()) {
      return Optional.empty();
    }
    String fallback = SettingsTable.RSYNC_OPTIONS.defaultText();
    return Optional.of(
        new RsyncInfo(
            path != null ? path : published.get().remotePath(),
            options != null
                ? options
                : published.map(RsyncInfo::options).orElse(fallback == null ? "" : fallback)));
  }

  private static Map<String, String> environment(WorkerSettings settings) {
    Map<String, String> environment = new HashMap<>();
    if (!settings.jdks().isEmpty()) {
      environment.put(SettingsTable.JDKS.variable(), String.join(",", settings.jdks()));
    }
    environment.put("RRRSPEC_CONFIG_FILES", String.join(":", settings.slaveConfigFiles()));
    String home = System.getProperty("rrrspec.home");
    if (home != null) {
      String path = System.getenv().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
      environment.put("PATH", home + "/bin:" + path);
    }
    return environment;
  }

  @Override
  public void start() {
    redis.check();
    // Without a server its heartbeat says so, and claims the name when one comes.
    if (ServerPresence.await(servers, ServerPresence.RESTART, () -> false)) {
      claimName();
    }
    log.info(
        "worker {}: type {}, {}, JDKs {}, workspaces in {}, Redis at {}",
        worker.key(),
        settings.type(),
        settings.slaves(),
        Jdks.text(jdks.versions()),
        dir.root(),
        shared.redis());
    heartbeat = Loop.start(worker.heartbeat(), LONGEST_WAIT);
    work = Loop.start(worker, LONGEST_WAIT);
  }

  /** A worker that was killed holds its name until its heartbeat has run out. */
  private void claimName() {
    long end = System.nanoTime() + WAIT_FOR_NAME.toNanos();
    long left = worker.claim();
    if (left > 0 && left <= WAIT_FOR_NAME.toMillis()) {
      log.info(
          "worker {}: the name is held: waiting for up to {} s whether its heartbeat ends",
          worker.key(),
          WAIT_FOR_NAME.toSeconds());
    }
    while (left > 0) {
      long now = left <= WAIT_FOR_NAME.toMillis() ? pausedClaim() : left;
      // A heartbeat that lives longer than a moment ago was renewed.
      if (now >= left || System.nanoTime() > end) {
        throw new UsageException(
            "the name "
                + settings.name()
                + " is held by a worker that lives"
                + onHost()
                + ": give this one another with --name");
      }
      left = now;
    }
  }

  private long pausedClaim() {
    try {
      Thread.sleep(LOOK_EVERY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return worker.claim();
  }

  private String onHost() {
    String host = new Stores(redis, keys).workers().hostOf(worker.key());
    return host.isEmpty() ? "" : " on " + host;
  }

  @Override
  public void stop() throws InterruptedException {
    close(work);
    try {
      worker.leave();
    } finally {
      // It beats until now, so that nobody takes what this worker gives back for lost.
      close(heartbeat);
    }
    worker.retire();
    closeDoor();
  }

  private void closeDoor() {
    ArtifactServer server = artifacts;
    if (server != null) {
      server.close();
    }
  }

  private static void close(@Nullable Loop loop) {
    if (loop != null) {
      loop.close();
    }
  }

  @Override
  public void abort() {
    worker.kill();
    redis.close();
  }
}
