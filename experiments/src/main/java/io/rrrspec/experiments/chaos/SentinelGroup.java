package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** A primary with two replicas, and three Sentinels of which two have to agree. */
final class SentinelGroup implements RedisSide {
  private static final String NAME = "main";
  private static final int SIZE = 3;
  private static final Duration READY = Duration.ofSeconds(30);

  /** So long a primary may be silent before the Sentinels agree on another one. */
  static final int DOWN_AFTER_MILLIS = 3_000;

  private final List<RedisProcess> servers = new ArrayList<>();
  private final List<RedisNode> sentinels = new ArrayList<>();

  private SentinelGroup() {}

  /** The names of the hosts that it needs. */
  static List<String> hostNames() {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= SIZE; i++) {
      names.add("redis-" + i);
      names.add("sentinel-" + i);
    }
    return names;
  }

  /**
   * Starts it and waits until all know each other.
   *
   * @param settings lines for the file of each server, beside those that it needs
   */
  static SentinelGroup start(Place place, Function<String, Host> hosts, String... settings) {
    SentinelGroup group = new SentinelGroup();
    try {
      group.launch(place, hosts, List.of(settings));
      if (!Pause.until(READY, group::isWhole)) {
        throw new ServiceException(
            "the Sentinels do not find each other: see " + place.path("log"));
      }
    } catch (RuntimeException e) {
      group.kill();
      throw e;
    }
    return group;
  }

  private void launch(Place place, Function<String, Host> hosts, List<String> settings) {
    for (int i = 1; i <= SIZE; i++) {
      List<String> lines = new ArrayList<>(settings);
      lines.add("repl-diskless-sync-delay 0");
      lines.add("masteruser replica");
      lines.add("masterauth " + RedisProcess.PASSWORD);
      if (i > 1) {
        RedisNode first = servers.get(0).node();
        lines.add("replicaof " + first.host().address() + " " + first.port());
      }
      RedisProcess server = new RedisProcess(place, hosts.apply("redis-" + i), lines);
      server.awaitAnswer();
      servers.add(server);
    }
    for (int i = 1; i <= SIZE; i++) {
      RedisNode first = servers.get(0).node();
      List<String> lines =
          List.of(
              "sentinel monitor " + NAME + " " + first.host().address() + " " + first.port() + " 2",
              "sentinel auth-user " + NAME + " sentinel",
              "sentinel auth-pass " + NAME + " " + RedisProcess.PASSWORD,
              "sentinel down-after-milliseconds " + NAME + " " + DOWN_AFTER_MILLIS,
              "sentinel failover-timeout " + NAME + " 10000");
      sentinels.add(new RedisNode(place, hosts.apply("sentinel-" + i), lines, "--sentinel"));
    }
  }

  @Override
  public URI url() {
    return url("rrrspec");
  }

  @Override
  public URI adminUrl() {
    return url(RedisProcess.ADMIN);
  }

  private URI url(String user) {
    String hosts = sentinels.stream().map(RedisNode::address).collect(Collectors.joining(","));
    return URI.create(
        "redis-sentinel://" + user + ":" + RedisProcess.PASSWORD + "@" + hosts + "/" + NAME);
  }

  /** The server that most Sentinels name. */
  @Override
  public RedisProcess primary() {
    Map<String, Integer> votes = new HashMap<>();
    for (RedisNode sentinel : sentinels) {
      try (Jedis jedis = sentinel.connect()) {
        List<String> named = jedis.sentinelGetMasterAddrByName(NAME);
        if (named != null) {
          votes.merge(String.join(":", named), 1, Integer::sum);
        }
      } catch (JedisException e) {
        continue; // the others may answer
      }
    }
    return servers.stream()
        .filter(server -> votes.getOrDefault(server.node().address(), 0) > SIZE / 2)
        .findFirst()
        .orElseThrow(() -> new JedisException("the Sentinels name no primary: " + votes));
  }

  List<RedisNode> sentinels() {
    return sentinels;
  }

  List<RedisProcess> servers() {
    return servers;
  }

  /** Asks for another primary, as a person does before work on the host of this one. */
  void failOver() {
    try (Jedis jedis = sentinels.get(0).connect()) {
      jedis.sentinelFailover(NAME);
    }
  }

  /** Whether the primary has all replicas, and all Sentinels know all of it. */
  boolean isWhole() {
    try {
      RedisProcess primary = primary();
      try (Jedis jedis = primary.node().connect()) {
        String info = jedis.info("replication");
        if (!info.contains("role:master")
            || info.lines().filter(line -> line.contains("state=online")).count() != SIZE - 1) {
          return false;
        }
      }
      for (RedisNode sentinel : sentinels) {
        try (Jedis jedis = sentinel.connect()) {
          if (!knowsAll(jedis, primary)) {
            return false;
          }
        }
      }
      return true;
    } catch (JedisException e) {
      return false;
    }
  }

  private static boolean knowsAll(Jedis sentinel, RedisProcess primary) {
    Map<String, String> state = sentinel.sentinelMaster(NAME);
    return String.valueOf(primary.node().port()).equals(state.get("port"))
        && "master".equals(state.get("flags"))
        && String.valueOf(SIZE - 1).equals(state.get("num-other-sentinels"))
        && sentinel.sentinelReplicas(NAME).stream()
                .filter(replica -> "slave".equals(replica.get("flags")))
                .filter(replica -> "ok".equals(replica.get("master-link-status")))
                .count()
            == SIZE - 1;
  }

  @Override
  public List<Long> pids() {
    List<Long> pids = new ArrayList<>(servers.stream().map(RedisProcess::pid).toList());
    sentinels.forEach(sentinel -> pids.add(sentinel.process().pid()));
    return pids;
  }

  /** Ends all of it at once. */
  void kill() {
    pids().forEach(pid -> Signal.send(pid, "KILL"));
  }
}
