package io.rrrspec.experiments.chaos;

import java.util.Random;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/** Does what a kind of fault says. */
final class Injector {
  private final WorkerFaults workers;
  private final ServerFaults servers;
  private final RedisFaults redis;
  private final DatabaseFaults database;
  private final DiskFaults disks;
  private final ArtifactFaults artifacts;
  private final OtherFaults others;

  Injector(Cluster cluster, Load load, Random random, int run) {
    this.workers = new WorkerFaults(cluster, random, run);
    this.servers = new ServerFaults(cluster, random, run);
    this.redis = new RedisFaults(cluster, random, run);
    this.database = new DatabaseFaults(cluster, run);
    this.disks = new DiskFaults(cluster, run);
    this.artifacts = new ArtifactFaults(cluster, random, run);
    this.others = new OtherFaults(cluster, load, random, run);
  }

  /** Does it to somebody; null if there is nobody right now. */
  @Nullable Fault inject(FaultKind kind) {
    try {
      return switch (kind) {
        case SLAVE_KILLED -> workers.killSlave();
        case SLAVE_STOPPED -> workers.stopSlave();
        case PROBE_KILLED -> workers.killProbe();
        case PROBE_WORKER_KILLED -> workers.killWorkerOfProbe();
        case PROBE_WORKER_STOPPED -> workers.stopWorkerOfProbe();
        case WORKER_KILLED -> workers.killWorker();
        case HOST_DIES -> workers.killHost();
        case WORKER_STOPPED -> workers.stopWorker();
        case WORKER_REPLACED -> workers.replaceWorker();
        case WORKER_JOINS -> workers.joinWorker();
        case SERVER_KILLED -> servers.killServer();
        case SERVER_STOPPED -> servers.stopServer();
        case PERSISTER_KILLED -> servers.killPersister();
        case REDIS_KILLED -> redis.kill();
        case REDIS_SHUT_DOWN -> redis.shutDown();
        case REDIS_LOSES_WRITES -> redis.loseWrites();
        case REDIS_STOPPED -> redis.stop();
        case REDIS_AWAY -> redis.takeAway();
        case CONNECTIONS_CUT -> redis.cutConnections();
        case DATABASE_LOCKED -> database.lock();
        case DATABASE_DISK_FULL -> database.fillDisk();
        case SLAVES_DISK_FULL -> disks.fillWhileSlavesRun();
        case DISK_FULL -> disks.fillWhileItSyncs();
        case WORKSPACES_DELETED -> artifacts.deleteWorkspaces();
        case SERVING_WORKER_KILLED -> workers.killWorker(artifacts::serves);
        case CACHE_CORRUPTED -> artifacts.corruptCache();
        case FOREIGN_POP -> others.popTask();
        case CLIENT_KILLED -> others.killClient();
      };
    } catch (JedisException e) {
      return null; // Redis comes back
    }
  }
}
