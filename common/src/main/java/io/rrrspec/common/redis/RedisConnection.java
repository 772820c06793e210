package io.rrrspec.common.redis;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.RedisAddress.Host;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** A pool of connections to the Redis of one installation, and the way to run scripts there. */
public final class RedisConnection implements AutoCloseable {
  private final UnifiedJedis jedis;
  private final String address;
  private final @Nullable RedisAddress reached;
  private final Map<String, Script> scripts = new ConcurrentHashMap<>();

  private RedisConnection(UnifiedJedis jedis, String address, @Nullable RedisAddress reached) {
    this.jedis = jedis;
    this.address = address;
    this.reached = reached;
  }

  /** Over what is connected already; for tests that stand between a process and its Redis. */
  static RedisConnection over(UnifiedJedis jedis, String address) {
    return new RedisConnection(jedis, address, null);
  }

  /**
   * Makes a pool; connects at the first command.
   *
   * @param url what {@link RedisAddress#parse} reads
   * @param connections how many commands may run, or block, at once; 1 or more
   */
  public static RedisConnection open(URI url, int connections) {
    return open(RedisAddress.parse(url.toString()), connections);
  }

  /**
   * The same for one that is asked now and then: idle connections are looked at every second, so
   * that none is used which a Redis that was away meanwhile has closed.
   */
  public static RedisConnection openIdle(RedisAddress address, int connections) {
    return open(address, connections, true);
  }

  /**
   * The same, by a setting.
   *
   * @throws UsageException if that is one which only {@code run} can have, or names a file that
   *     cannot be used
   * @throws OutageException if there are Sentinels to ask, and none names a primary that answers
   */
  public static RedisConnection open(RedisAddress address, int connections) {
    return open(address, connections, false);
  }

  private static RedisConnection open(RedisAddress address, int connections, boolean idle) {
    try {
      return new RedisConnection(
          Connector.connect(address, connections, idle), nameOf(address), address);
    } catch (JedisException e) {
      throw new OutageException(
          "Redis",
          "no Sentinel of "
              + nameOf(address)
              + " names a primary that answers ("
              + e.getMessage()
              + "): start them, or correct `redis`",
          e);
    }
  }

  private static String nameOf(RedisAddress address) {
    String hosts = address.hosts().stream().map(Host::toString).collect(Collectors.joining(","));
    return address.master() == null ? hosts : address.master() + " at " + hosts;
  }

  /**
   * Looks whether this Redis can be used at all.
   *
   * @throws ServiceException with one line for the user: out of reach, wrong password, older than
   *     6.2, set to evict keys, or a node of a cluster
   */
  public RedisConnection check() {
    try {
      String info = jedis.info("server");
      String version = line(info, "redis_version");
      if (!atLeast62(version)) {
        throw new ServiceException(
            "the Redis at "
                + address
                + " is of version "
                + (version.isEmpty() ? "unknown" : version)
                + ": install 6.2 or newer");
      }
      String policy = line(jedis.info("memory"), "maxmemory_policy");
      if (!policy.equals("noeviction")) {
        throw new ServiceException(
            "the Redis at "
                + address
                + " may evict keys (maxmemory-policy "
                + policy
                + "): set maxmemory-policy noeviction in its redis.conf");
      }
      if (line(jedis.info("cluster"), "cluster_enabled").equals("1")) {
        throw new ServiceException(
            "the Redis at "
                + address
                + " is a node of a cluster, over which the keys of a run would be spread: use one"
                + " that is not");
      }
      return this;
    } catch (JedisAccessControlException e) {
      throw new ServiceException(
          "the Redis at " + address + " refuses the user or password: correct " + withPassword(),
          e);
    } catch (JedisConnectionException e) {
      throw unreachable(e);
    } catch (JedisDataException e) {
      throw new ServiceException(
          "the Redis at " + address + " refuses (" + e.getMessage() + "): correct `redis`", e);
    } catch (JedisException e) {
      // What listens there does not speak the protocol, or ended the connection while it began.
      throw unreachable(e);
    }
  }

  private String withPassword() {
    return reached == null || reached.files().password() == null
        ? "`redis`"
        : "`redis` or " + reached.files().password();
  }

  private ServiceException unreachable(JedisException e) {
    Optional<String> tls = reached == null ? Optional.empty() : TlsFault.explain(reached, e);
    return new ServiceException(
        tls.map(why -> "no connection by TLS to the Redis at " + address + ": " + why)
            .orElse("no Redis answers at " + address + ": start it, or correct `redis`"),
        e);
  }

  private static String line(String info, String field) {
    return info.lines()
        .filter(l -> l.startsWith(field + ":"))
        .map(l -> l.substring(field.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  private static boolean atLeast62(String version) {
    String[] parts = version.split("\\.");
    try {
      int major = Integer.parseInt(parts[0]);
      return major > 6 || (major == 6 && Integer.parseInt(parts[1]) >= 2);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return false;
    }
  }

  /** The commands themselves; for the stores. */
  public UnifiedJedis commands() {
    return jedis;
  }

  /** What Redis is called in messages: host and port, never the password. */
  public String address() {
    return address;
  }

  private Script script(String name) {
    return scripts.computeIfAbsent(name, Script::named);
  }

  /** Runs a transition and returns its answer; loads it where Redis does not know it (any more). */
  public Object run(String verb, List<String> keys, List<String> args) {
    Script script = script(verb);
    try {
      return run(script, keys, args);
    } catch (JedisDataException e) {
      if (MissingRight.isSign(String.valueOf(e.getMessage()))) {
        throw MissingRight.of(
            reached == null ? null : reached.user(), "the script " + verb, keys, e);
      }
      throw e;
    }
  }

  private Object run(Script script, List<String> keys, List<String> args) {
    try {
      return jedis.evalsha(script.sha(), keys, args);
    } catch (JedisNoScriptException e) {
      return jedis.eval(script.text(), keys, args);
    }
  }

  /**
   * Reads transitions before they are needed: later a test may have left a JVM that lets nobody
   * read anything.
   */
  public void prepare(List<String> verbs) {
    verbs.forEach(this::script);
  }

  /** One call of a transition, to be sent together with others. */
  public record Call(String verb, List<String> keys, List<String> args) {}

  /**
   * Runs transitions in one round trip, in order. If Redis lost the scripts, all of them are sent
   * again: every transition bears a repeat.
   */
  public List<Object> runTogether(List<Call> calls) {
    try {
      return tryTogether(calls);
    } catch (JedisNoScriptException e) {
      for (Call call : calls) {
        jedis.scriptLoad(script(call.verb()).text());
      }
      return tryTogether(calls);
    }
  }

  private List<Object> tryTogether(List<Call> calls) {
    List<Response<Object>> responses = new ArrayList<>();
    try (AbstractPipeline pipeline = jedis.pipelined()) {
      for (Call call : calls) {
        responses.add(pipeline.evalsha(script(call.verb()).sha(), call.keys(), call.args()));
      }
      pipeline.sync();
    }
    List<Object> answers = new ArrayList<>();
    for (Response<Object> response : responses) {
      answers.add(response.get());
    }
    return answers;
  }

  /** Closes all connections; commands that block in other threads fail at once. */
  @Override
  public void close() {
    jedis.close();
  }
}
