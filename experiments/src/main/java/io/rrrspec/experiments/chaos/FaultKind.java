package io.rrrspec.experiments.chaos;

/** What the chaos does to an installation. */
enum FaultKind {
  SLAVE_KILLED("kill -9 of a slave's JVM", "its trial is closed", 1_000),
  SLAVE_STOPPED("SIGSTOP of a slave, 12 s", "its trial is closed, from SIGCONT", 0),
  PROBE_KILLED("kill -9 of a JVM that runs a probe", "its trial is closed", 1_000),
  PROBE_WORKER_KILLED(
      "kill -9 of the worker that owns a probe's JVM", "its trials closed, it given up", 10_000),
  PROBE_WORKER_STOPPED("SIGSTOP of such a worker, 12 s", "it is given up", 10_000),
  WORKER_KILLED(
      "kill -9 of a worker, its slaves left alone", "its trials closed, it given up", 10_000),
  HOST_DIES("kill -9 of a worker and its slaves at once", "its trials closed, it given up", 10_000),
  WORKER_STOPPED("SIGSTOP of a worker, 12 s", "it is given up", 10_000),
  WORKER_REPLACED("SIGTERM of a worker, a new one in its place", "its trials are closed", 0),
  WORKER_JOINS("a fourth worker joins", "it serves a taskset", 0),
  SERVER_KILLED("kill -9 of a server", "leads moved, messages taken over", 10_000),
  SERVER_STOPPED("SIGSTOP of a server, 12 s", "leads moved, messages taken over", 10_000),
  PERSISTER_KILLED("kill -9 of the persister", "its messages are taken over", 10_000),
  REDIS_KILLED("kill -9 of Redis, restart with its AOF", "all beat again, from its answer", 0),
  REDIS_SHUT_DOWN("SHUTDOWN of Redis, restart", "all beat again, from its answer", 0),
  REDIS_LOSES_WRITES(
      "Redis restarts without its last writes", "all beat again, from its answer", 0),
  REDIS_STOPPED("SIGSTOP of Redis, 12 s", "all beat again, from SIGCONT", 0),
  REDIS_AWAY("Redis away for longer than slaves wait", "all beat again, from its answer", 0),
  CONNECTIONS_CUT("CLIENT KILL TYPE normal", "all beat again", 0),
  DATABASE_LOCKED("the database locked, 5 s", "what waited is persisted, from its release", 0),
  DATABASE_DISK_FULL(
      "the database's disk full, 20 s", "what waited is persisted, from when there is room", 0),
  SLAVES_DISK_FULL("a worker's disk full while its slaves run, 8 s", "nothing to measure", 0),
  DISK_FULL("a worker's disk full while it syncs", "it begins a trial, from when there is room", 0),
  WORKSPACES_DELETED("the workspaces of an idle worker deleted", "nothing to measure", 0),
  SERVING_WORKER_KILLED(
      "kill -9 of a worker that keeps files for others", "its trials closed, it given up", 10_000),
  CACHE_CORRUPTED("a file in a worker's cache damaged", "nothing to measure", 0),
  FOREIGN_POP("a foreign slave pops and dies", "the task is queued or tried", 15_000),
  CLIENT_KILLED("a client killed", "its run is over, or never began", 0),
  HOST_SUSPENDED("a worker's host stands still, 120 s", "its trials closed, it given up", 10_000),
  REDIS_FULL("Redis without memory, 20 s", "all beat again, from when there is room", 0),
  REDIS_EMPTIED("FLUSHALL", "a run that began afterwards is running", 0),
  REDIS_RESTARTED_EMPTY(
      "kill -9 of Redis, restart without its AOF", "a run that began afterwards is running", 0),
  REDIS_DISK_SLOW(
      "each write of Redis to its disk takes 200 ms, 20 s", "all beat again, from the heal", 0),
  FAILOVER("SENTINEL FAILOVER", "all beat at the next primary", 0),
  PRIMARY_KILLED("kill -9 of the primary, restart", "all beat at the next primary", 0),
  PRIMARY_STOPPED("SIGSTOP of the primary, 30 s", "all beat at the next primary", 0),
  SERVER_CUT("a server cut from Redis, 30 s", "leads moved, messages taken over", 10_000),
  WORKER_CUT("a worker cut from Redis, 30 s", "its trials closed, it given up", 10_000),
  PERSISTER_CUT("the persister cut from Redis, 30 s", "its messages are taken over", 10_000),
  CLIENTS_CUT("clients cut from Redis, 30 s", "one that waits for its run ends, from the heal", 0),
  WORKERS_CUT_FROM_EACH_OTHER(
      "workers cut from each other, 30 s or longer",
      "a run that began then, whose workers share a set-up, is over",
      0),
  PACKETS_LOST("20 % of all packets lost, 30 s", "all beat again, from the heal", 0),
  REDIS_DELAYED(
      "what goes to Redis and back takes 300 ms, 30 s", "all beat again, from the heal", 0),
  CONNECTIONS_FORGOTTEN("all connections to Redis dead, nobody told", "all beat again", 0),
  PRIMARY_CUT("the primary cut from all, 30 s", "all beat at the next primary", 0),
  PRIMARY_CUT_FROM_SENTINELS(
      "the primary cut from its Sentinels, 30 s", "all beat at the next primary", 0),
  FAILOVER_UNHEARD(
      "SENTINEL FAILOVER, all connections to the Sentinels dead",
      "all beat at the next primary",
      0);

  /** What an installation must have for it. */
  private enum Needs {
    NOTHING,
    SINGLE_REDIS,
    SINGLE_REDIS_AND_NETWORK,
    SENTINEL_OR_NETWORK,
    SENTINEL,
    NETWORK,
    SENTINEL_AND_NETWORK
  }

  private final String what;
  private final String recovery;
  private final long limitMillis;

  FaultKind(String what, String recovery, long limitMillis) {
    this.what = what;
    this.recovery = recovery;
    this.limitMillis = limitMillis;
  }

  /** For people. */
  String what() {
    return what;
  }

  /** What is waited for. */
  String recovery() {
    return recovery;
  }

  /** Within how many milliseconds the design wants that; 0 if it names none. */
  long limitMillis() {
    return limitMillis;
  }

  /** Whether it belongs to what is done to an installation of this kind. */
  boolean fits(Shape shape) {
    return switch (needs()) {
      case NOTHING -> true;
      case SINGLE_REDIS -> !shape.sentinel();
      case SINGLE_REDIS_AND_NETWORK -> !shape.sentinel() && shape.network();
      case SENTINEL_OR_NETWORK -> shape.sentinel() || shape.network();
      case SENTINEL -> shape.sentinel();
      case NETWORK -> shape.network();
      case SENTINEL_AND_NETWORK -> shape.sentinel() && shape.network();
    };
  }

  /** Whether it is done to the network. */
  boolean needsNetwork() {
    return switch (needs()) {
      case NETWORK, SENTINEL_AND_NETWORK -> true;
      case NOTHING, SINGLE_REDIS, SINGLE_REDIS_AND_NETWORK, SENTINEL_OR_NETWORK, SENTINEL -> false;
    };
  }

  private Needs needs() {
    return switch (this) {
      case SLAVE_KILLED,
          SLAVE_STOPPED,
          PROBE_KILLED,
          PROBE_WORKER_KILLED,
          PROBE_WORKER_STOPPED,
          WORKER_KILLED,
          HOST_DIES,
          WORKER_STOPPED,
          WORKER_REPLACED,
          WORKER_JOINS,
          SERVER_KILLED,
          SERVER_STOPPED,
          PERSISTER_KILLED,
          CONNECTIONS_CUT,
          DATABASE_LOCKED,
          DATABASE_DISK_FULL,
          SLAVES_DISK_FULL,
          DISK_FULL,
          WORKSPACES_DELETED,
          SERVING_WORKER_KILLED,
          CACHE_CORRUPTED,
          FOREIGN_POP,
          CLIENT_KILLED ->
          Needs.NOTHING;
      case REDIS_KILLED, REDIS_SHUT_DOWN, REDIS_LOSES_WRITES, REDIS_STOPPED, REDIS_AWAY ->
          Needs.SINGLE_REDIS;
      case REDIS_RESTARTED_EMPTY -> Needs.SINGLE_REDIS_AND_NETWORK;
      case HOST_SUSPENDED, REDIS_FULL, REDIS_EMPTIED, REDIS_DISK_SLOW -> Needs.SENTINEL_OR_NETWORK;
      case FAILOVER, PRIMARY_KILLED, PRIMARY_STOPPED -> Needs.SENTINEL;
      case SERVER_CUT,
          WORKER_CUT,
          PERSISTER_CUT,
          CLIENTS_CUT,
          WORKERS_CUT_FROM_EACH_OTHER,
          PACKETS_LOST,
          REDIS_DELAYED,
          CONNECTIONS_FORGOTTEN ->
          Needs.NETWORK;
      case PRIMARY_CUT, PRIMARY_CUT_FROM_SENTINELS, FAILOVER_UNHEARD -> Needs.SENTINEL_AND_NETWORK;
    };
  }

  /** Whether nobody dies of it: who is called dead all the same was wronged. */
  boolean killsNobody() {
    return switch (this) {
      case REDIS_KILLED,
          REDIS_SHUT_DOWN,
          REDIS_STOPPED,
          CONNECTIONS_CUT,
          SLAVE_STOPPED,
          DATABASE_LOCKED,
          DATABASE_DISK_FULL,
          SLAVES_DISK_FULL,
          DISK_FULL,
          WORKSPACES_DELETED,
          CACHE_CORRUPTED,
          REDIS_FULL,
          REDIS_DISK_SLOW,
          REDIS_DELAYED,
          CLIENTS_CUT,
          WORKERS_CUT_FROM_EACH_OTHER ->
          true;
      case SLAVE_KILLED,
          PROBE_KILLED,
          PROBE_WORKER_KILLED,
          PROBE_WORKER_STOPPED,
          WORKER_KILLED,
          HOST_DIES,
          WORKER_STOPPED,
          WORKER_REPLACED,
          WORKER_JOINS,
          SERVER_KILLED,
          SERVER_STOPPED,
          PERSISTER_KILLED,
          REDIS_LOSES_WRITES,
          REDIS_AWAY,
          SERVING_WORKER_KILLED,
          FOREIGN_POP,
          CLIENT_KILLED,
          HOST_SUSPENDED,
          REDIS_EMPTIED,
          REDIS_RESTARTED_EMPTY,
          FAILOVER,
          PRIMARY_KILLED,
          PRIMARY_STOPPED,
          SERVER_CUT,
          WORKER_CUT,
          PERSISTER_CUT,
          PACKETS_LOST,
          CONNECTIONS_FORGOTTEN,
          PRIMARY_CUT,
          PRIMARY_CUT_FROM_SENTINELS,
          FAILOVER_UNHEARD ->
          false;
    };
  }

  /** Whether it keeps those from seeing and telling each other of what else happens. */
  boolean hitsEverybody() {
    return switch (this) {
      case SERVER_KILLED,
          SERVER_STOPPED,
          REDIS_KILLED,
          REDIS_SHUT_DOWN,
          REDIS_LOSES_WRITES,
          REDIS_STOPPED,
          REDIS_AWAY,
          CONNECTIONS_CUT,
          REDIS_FULL,
          REDIS_EMPTIED,
          REDIS_RESTARTED_EMPTY,
          REDIS_DISK_SLOW,
          REDIS_DELAYED,
          FAILOVER,
          PRIMARY_KILLED,
          PRIMARY_STOPPED,
          SERVER_CUT,
          PACKETS_LOST,
          CONNECTIONS_FORGOTTEN,
          PRIMARY_CUT,
          PRIMARY_CUT_FROM_SENTINELS,
          FAILOVER_UNHEARD ->
          true;
      case SLAVE_KILLED,
          SLAVE_STOPPED,
          PROBE_KILLED,
          PROBE_WORKER_KILLED,
          PROBE_WORKER_STOPPED,
          WORKER_KILLED,
          HOST_DIES,
          WORKER_STOPPED,
          WORKER_REPLACED,
          WORKER_JOINS,
          PERSISTER_KILLED,
          DATABASE_LOCKED,
          DATABASE_DISK_FULL,
          SLAVES_DISK_FULL,
          DISK_FULL,
          WORKSPACES_DELETED,
          SERVING_WORKER_KILLED,
          CACHE_CORRUPTED,
          FOREIGN_POP,
          CLIENT_KILLED,
          HOST_SUSPENDED,
          WORKER_CUT,
          PERSISTER_CUT,
          CLIENTS_CUT,
          WORKERS_CUT_FROM_EACH_OTHER ->
          false;
    };
  }
}
