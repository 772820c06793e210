package io.rrrspec.common.redis;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.RedisAddress.Host;
import io.rrrspec.common.config.RedisAddress.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSocketFactory;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.executors.CommandExecutor;
import redis.clients.jedis.util.Delay;

/** Makes the pool of connections that an address asks for. */
final class Connector {
  /** Longer than any blocking command waits, so that a Redis that went silent is noticed. */
  private static final int BLOCKING_TIMEOUT_MILLIS = 20_000;

  private static final int TIMEOUT_MILLIS = 10_000;

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** Between two tries to hear from a Sentinel again. */
  private static final Delay SENTINEL_PAUSE = Delay.constant(Duration.ofSeconds(1));

  private Connector() {}

  /**
   * Connects at the first command; with Sentinels at once, as they have to be asked where.
   *
   * @param connections how many commands may run, or block, at once; 1 or more
   * @param idle whether connections that nobody uses are looked at every second
   * @throws UsageException if the address is one which only {@code run} can have, or one of its
   *     files cannot be used
   * @throws redis.clients.jedis.exceptions.JedisException if no Sentinel answers, or none knows the
   *     primary
   */
  static UnifiedJedis connect(RedisAddress address, int connections, boolean idle) {
    return switch (address.kind()) {
      case EMBEDDED ->
          throw new UsageException(
              "redis is embedded, which nobody else could reach: start a Redis and write its URL,"
                  + " such as redis://127.0.0.1:6379");
      case PLAIN, TLS ->
          new SingleBuilder(address.user())
              .hostAndPort(at(address.hosts().get(0)))
              .clientConfig(config(address).build())
              .poolConfig(pool(connections, idle))
              .build();
      case SENTINEL -> viaSentinels(address, connections, idle);
    };
  }

  private static UnifiedJedis viaSentinels(RedisAddress address, int connections, boolean idle) {
    Set<HostAndPort> sentinels =
        address.hosts().stream().map(Connector::at).collect(Collectors.toUnmodifiableSet());
    return new SentinelBuilder(address.user())
        .masterName(String.valueOf(address.master()))
        .sentinels(sentinels)
        // The password of the address is the primary's, and what is negotiated with one server does
        // not hold for all of them.
        .sentinelClientConfig(
            timeouts(DefaultJedisClientConfig.builder()).autoNegotiateProtocol(false).build())
        .sentinelReconnectDelay(SENTINEL_PAUSE)
        .clientConfig(config(address).autoNegotiateProtocol(false).build())
        .poolConfig(pool(connections, idle))
        .build();
  }

  private static HostAndPort at(Host host) {
    return new HostAndPort(host.name(), host.port());
  }

  @SuppressWarnings("deprecation") // ssl: its successor asks for a trust store of its own
  private static DefaultJedisClientConfig.Builder config(RedisAddress address) {
    DefaultJedisClientConfig.Builder config =
        timeouts(DefaultJedisClientConfig.builder())
            .ssl(address.kind() == Kind.TLS)
            .user(address.user())
            .password(address.password())
            .database(address.database());
    SSLSocketFactory sockets = TlsSockets.of(address.files());
    if (sockets != null) {
      config.sslSocketFactory(sockets);
    }
    Path file = address.files().password();
    if (file != null) {
      PasswordFile password = new PasswordFile(address.user(), file);
      // So that a wrong file is named at the start.
      password.read();
      config.credentialsProvider(password);
    }
    return config;
  }

  private static DefaultJedisClientConfig.Builder timeouts(
      DefaultJedisClientConfig.Builder builder) {
    return builder
        // It asks for a right of its own, and tells Redis nothing that we need.
        .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
        .connectionTimeoutMillis(TIMEOUT_MILLIS)
        .socketTimeoutMillis(TIMEOUT_MILLIS)
        .blockingSocketTimeoutMillis(BLOCKING_TIMEOUT_MILLIS);
  }

  private static GenericObjectPoolConfig<Connection> pool(int connections, boolean idle) {
    GenericObjectPoolConfig<Connection> pool = new GenericObjectPoolConfig<>();
    pool.setMaxTotal(connections);
    pool.setMaxIdle(connections);
    pool.setJmxEnabled(false);
    if (idle) {
      pool.setTestWhileIdle(true);
      pool.setTimeBetweenEvictionRuns(LOOK_EVERY);
      pool.setNumTestsPerEvictionRun(connections);
    }
    return pool;
  }

  /** Names who lacks which right. */
  private static final class SingleBuilder extends RedisClient.Builder {
    private final @Nullable String user;

    SingleBuilder(@Nullable String user) {
      this.user = user;
    }

    @Override
    protected CommandExecutor createDefaultCommandExecutor() {
      return new RightsExecutor(super.createDefaultCommandExecutor(), user);
    }
  }

  /** The same behind Sentinels. */
  private static final class SentinelBuilder extends RedisSentinelClient.Builder {
    private final @Nullable String user;

    SentinelBuilder(@Nullable String user) {
      this.user = user;
    }

    @Override
    protected CommandExecutor createDefaultCommandExecutor() {
      return new RightsExecutor(super.createDefaultCommandExecutor(), user);
    }
  }
}
