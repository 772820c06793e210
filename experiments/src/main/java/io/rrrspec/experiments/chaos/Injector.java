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
  private final SentinelFaults sentinels;
  private final NetworkFaults network;
  private final Load load;

  Injector(Cluster cluster, Load load, Random random, int run) {
    this.workers = new WorkerFaults(cluster, random, run);
    this.servers = new ServerFaults(cluster, random, run);
    this.redis = new RedisFaults(cluster, random, run);
    this.database = new DatabaseFaults(cluster, run);
    this.disks = new DiskFaults(cluster, run);
    this.artifacts = new ArtifactFaults(cluster, random, run);
    this.others = new OtherFaults(cluster, load, random, run);
    this.sentinels = new SentinelFaults(cluster, random, run);
    this.network = new NetworkFaults(cluster, workers, random, run);
    this.load = load;
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
        case HOST_SUSPENDED -> workers.suspendHost();
        case REDIS_FULL -> redis.fill();
        case REDIS_EMPTIED -> redis.empty(load);
        case REDIS_RESTARTED_EMPTY -> redis.restartEmpty(load);
        case REDIS_DISK_SLOW -> redis.slowDisk();
        case FAILOVER -> sentinels.failOver();
        case PRIMARY_KILLED -> sentinels.killPrimary();
        case PRIMARY_STOPPED -> sentinels.stopPrimary();
        case PRIMARY_CUT -> sentinels.cutPrimary();
        case PRIMARY_CUT_FROM_SENTINELS -> sentinels.cutPrimaryFromSentinels();
        case FAILOVER_UNHEARD -> sentinels.failOverUnheard();
        case SERVER_CUT -> network.cutServer();
        case WORKER_CUT -> network.cutWorker();
        case PERSISTER_CUT -> network.cutPersister();
        case CLIENTS_CUT -> network.cutClients(load);
        case WORKERS_CUT_FROM_EACH_OTHER -> network.cutWorkersFromEachOther(load);
        case PACKETS_LOST -> network.lose();
        case REDIS_DELAYED -> network.delay();
        case CONNECTIONS_FORGOTTEN -> network.forgetConnections();
      };
    } catch (JedisException e) {
      return null; // Redis comes back
    }
  }
}
