package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.redis.RedisConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A redis-server with a password and an append-only file. With {@code appendfsync always} it has
 * written what it answers, so that whatever somebody was told is still true after a {@code kill
 * -9}: else nobody could say what is a loss.
 */
final class RedisProcess implements RedisSide {
  static final String PASSWORD = "chaos-secret";

  /** Who looks at it, and hurts it. */
  static final String ADMIN = "chaos";

  /** As docs/first-fleet.md has it; another user makes what chaos does, such as SHUTDOWN. */
  private static final String USERS =
      """
      user default off ~* &* +@all
      user rrrspec on >%1$s ~%2$s:* resetchannels &%2$s:* +@all -@admin -@dangerous +info
      user replica on >%1$s +psync +replconf +ping
      user sentinel on >%1$s allchannels +multi +slaveof +ping +exec +subscribe +config|rewrite \
      +role +publish +info +client|setname +client|kill +script|kill
      user %3$s on >%1$s ~* &* +@all
      """
          .formatted(PASSWORD, View.NAMESPACE, ADMIN);

  private static final Pattern REFUSED = Pattern.compile("errorstat_OOM:count=(\\d+)");

  private final RedisNode node;

  /** Starts it in the directory of that name, without waiting for an answer. */
  RedisProcess(Place place, Host host, List<String> more) {
    List<String> settings = new ArrayList<>();
    try {
      Path users = place.directory(host.name()).resolve("users.acl");
      settings.add("aclfile " + Files.writeString(users, USERS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    settings.addAll(
        List.of(
            "save \"\"", "appendonly yes", "appendfsync always", "maxmemory-policy noeviction"));
    settings.addAll(more);
    this.node = new RedisNode(place, host, settings);
  }

  /** Starts one alone, and waits until it answers. */
  static RedisProcess start(Place place, Host host) {
    RedisProcess redis = new RedisProcess(place, host, List.of());
    redis.awaitAnswer();
    return redis;
  }

  RedisNode node() {
    return node;
  }

  @Override
  public URI url() {
    return url("rrrspec");
  }

  @Override
  public URI adminUrl() {
    return url(ADMIN);
  }

  private URI url(String user) {
    return URI.create("redis://" + user + ":" + PASSWORD + "@" + node.address());
  }

  @Override
  public RedisProcess primary() {
    return this;
  }

  @Override
  public List<Long> pids() {
    return List.of(pid());
  }

  long pid() {
    return node.process().pid();
  }

  /** {@code kill -9}. */
  void kill() {
    node.process().destroyForcibly();
    awaitEnd();
  }

  /** The command SHUTDOWN. */
  void shutDown() {
    try (Jedis jedis = node.connect()) {
      jedis.shutdown();
    } catch (JedisConnectionException e) {
      // That is its answer.
      if (!node.process().isAlive()) {
        return;
      }
    }
    awaitEnd();
  }

  /** Starts it again with what it has written, and waits until it answers. */
  void startAgain() {
    if (!node.process().isAlive()) {
      node.launchAgain();
    }
    awaitAnswer();
  }

  /** Kills it and starts it again with nothing. */
  void startAgainWithoutFile() {
    kill();
    Place.delete(node.directory().resolve("appendonlydir"));
    startAgain();
  }

  /** How much has been written; null while a new file is begun. */
  private @Nullable Written written() {
    try (Stream<Path> files = Files.list(node.directory().resolve("appendonlydir"))) {
      List<Path> logs = files.filter(f -> f.toString().endsWith(".incr.aof")).toList();
      return logs.size() == 1 ? new Written(logs.get(0), Files.size(logs.get(0))) : null;
    } catch (IOException e) {
      return null; // A Redis that keeps it elsewhere
    }
  }

  private record Written(Path file, long bytes) {}

  /**
   * Kills it after a while and takes away what it has written meanwhile, from some byte on: it has
   * what a late replica would have.
   *
   * @return false if that cannot be told now; then nothing is done
   */
  boolean killAndLose(long millis) {
    Written before = written();
    Pause.millis(millis);
    Written now = written();
    if (before == null || now == null || !now.file().equals(before.file())) {
      return false;
    }
    kill();
    try (FileChannel file = FileChannel.open(before.file(), StandardOpenOption.WRITE)) {
      file.truncate(before.bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }

  /** Ends all connections but the one that says so. */
  void cutConnections() {
    try (Jedis jedis = node.connect()) {
      jedis.sendCommand(
          redis.clients.jedis.Protocol.Command.CLIENT, "KILL", "TYPE", "normal", "SKIPME", "yes");
    }
  }

  /** The setting {@code maxmemory}, in bytes; 0: no limit. */
  void limitMemory(String bytes) {
    try (Jedis jedis = node.connect()) {
      jedis.configSet("maxmemory", bytes);
    }
  }

  /** How many commands it has refused because of that, since it was started. */
  long refused() {
    try (Jedis jedis = node.connect()) {
      Matcher found = REFUSED.matcher(jedis.info("errorstats"));
      return found.find() ? Long.parseLong(found.group(1)) : 0;
    }
  }

  /** How many keys it has. */
  long keys() {
    try (Jedis jedis = node.connect()) {
      return jedis.dbSize();
    }
  }

  /** The command FLUSHALL. */
  void empty() {
    try (Jedis jedis = node.connect()) {
      jedis.flushAll();
    }
  }

  private void awaitEnd() {
    try {
      if (!node.process().waitFor(20, TimeUnit.SECONDS)) {
        throw new ServiceException("Redis does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted", e);
    }
  }

  /** Waits until it answers. */
  void awaitAnswer() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      try (RedisConnection connection = RedisConnection.open(url(), 1)) {
        connection.check();
        return;
      } catch (ServiceException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
      Pause.millis(20);
    }
  }
}
