package io.rrrspec.common.redis;

import static io.rrrspec.common.redis.SimulatedConnection.text;

import io.rrrspec.common.redis.SimulatedConnection.Command;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.executors.CommandExecutor;
import redis.clients.jedis.providers.ConnectionProvider;

/**
 * A real Redis with the real transitions, as the processes of a simulation see it: its time is the
 * simulation's, nothing blocks, identifiers that are drawn by lot come from a seed, and an {@link
 * Edge} decides what becomes of each round trip.
 */
public final class SimulatedRedis implements AutoCloseable {
  private static final String UNTIL_NOW =
      """
      for i = 2, #ARGV, 2 do
        redis.call('ZADD', KEYS[2], 'GT', ARGV[i + 1], ARGV[i])
      end
      redis.call('SET', KEYS[1], ARGV[1])
      for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])) do
        if redis.call('PTTL', key) >= 0 then redis.call('DEL', key) end
        redis.call('ZREM', KEYS[2], key)
      end
      """;

  /** Every key with its lifetime into a hash, where the last copy was. */
  private static final String COPY =
      """
      redis.call('DEL', 'copy', 'copy:lifetimes')
      for _, key in ipairs(redis.call('KEYS', '*')) do
        redis.call('HSET', 'copy', key, redis.call('DUMP', key))
        redis.call('HSET', 'copy:lifetimes', key, math.max(0, redis.call('PTTL', key)))
      end
      """;

  private static final String BACK_TO_THE_COPY =
      """
      for _, key in ipairs(redis.call('KEYS', '*')) do
        if string.sub(key, 1, 4) ~= 'copy' then redis.call('DEL', key) end
      end
      for _, key in ipairs(redis.call('HKEYS', 'copy')) do
        redis.call('RESTORE', key, redis.call('HGET', 'copy:lifetimes', key), redis.call('HGET', 'copy', key))
      end
      """;

  private static final Runnable NOTHING = () -> {};

  private final SimulatedScripts scripts = new SimulatedScripts();
  private final Map<String, String> loaded = new HashMap<>();
  private final Map<String, String> drawn = new HashMap<>();
  private final List<String> deadlines = new ArrayList<>();
  private final Edge edge;
  private final UnaryOperator<String> uuids;
  private final SimulatedConnection connection;
  private final RedisConnection face;
  private final UnifiedJedis behind;
  private final String observeSha;
  private final String untilNowSha;
  private boolean clockIsLate;
  private long now;

  /**
   * Connects.
   *
   * @param observation Lua for {@link #observe}; ARGV is what that is given, out of JSON
   * @param uuids what takes the place of an identifier that a process has drawn
   */
  public SimulatedRedis(URI url, Edge edge, UnaryOperator<String> uuids, String observation) {
    this.edge = edge;
    this.uuids = uuids;
    var config = DefaultJedisClientConfig.builder(url).socketTimeoutMillis(20_000).build();
    HostAndPort address = new HostAndPort(url.getHost(), url.getPort());
    this.connection =
        new SimulatedConnection(address, config, edge, this::translated, this::untilNow);
    this.face = RedisConnection.over(new Commands(connection), address.toString());
    this.behind = RedisConnection.open(url, 1).commands();
    this.observeSha =
        behind.scriptLoad("local ARGV = cjson.decode(ARGV[1])\n" + observation + "\n");
    this.untilNowSha = behind.scriptLoad(UNTIL_NOW);
  }

  /** The same for a test that only wants calls to fail. */
  public SimulatedRedis(URI url, Edge edge) {
    this(url, edge, UnaryOperator.identity(), "return ''");
    advance(System.currentTimeMillis());
  }

  /** All commands over one connection. */
  private static final class Commands extends UnifiedJedis {
    Commands(SimulatedConnection connection) {
      super(
          new CommandExecutor() {
            @Override
            public <T> T executeCommand(redis.clients.jedis.CommandObject<T> command) {
              return connection.executeCommand(command);
            }

            @Override
            public void close() {}
          },
          new ConnectionProvider() {
            @Override
            public redis.clients.jedis.Connection getConnection() {
              return connection;
            }

            @Override
            public redis.clients.jedis.Connection getConnection(CommandArguments arguments) {
              return connection;
            }

            @Override
            public void close() {}
          },
          connection.getRedisProtocol(),
          null);
    }
  }

  /** What processes of the simulation work with. */
  public RedisConnection connection() {
    return face;
  }

  /** The same Redis without a fate, for who looks on; nothing with a lifetime may be written. */
  public UnifiedJedis behind() {
    bringUpToDate();
    return behind;
  }

  /** Begins anew: an empty Redis. */
  public void clear(long millis) {
    behind.flushAll();
    drawn.clear();
    deadlines.clear();
    clockIsLate = false;
    now = millis;
    behind.set(SimulatedScripts.CLOCK, Long.toString(millis));
  }

  /** Remembers all that is written by now, as a replica has it that will lag from now on. */
  public void copy() {
    bringUpToDate();
    behind.eval(COPY);
  }

  /** Loses whatever was written since the last copy; the clock goes on. */
  public void loseWritesSinceCopy() {
    deadlines.clear();
    behind.eval(BACK_TO_THE_COPY);
    clockIsLate = true;
    bringUpToDate();
    forgetScripts();
  }

  private void bringUpToDate() {
    CommandArguments late = untilNow();
    if (late != null) {
      List<String> args = args(late, 5, late.size());
      behind.evalsha(untilNowSha, List.of(SimulatedScripts.CLOCK, SimulatedScripts.EXPIRY), args);
    }
  }

  /** A new identifier of the seed. */
  public String uuid() {
    String name = uuids.apply("");
    drawn.put(name, name);
    return name;
  }

  /** As after a restart, Redis knows no script. */
  public void forgetScripts() {
    loaded.clear();
  }

  /** Moves the clock. What has had its time is gone before anybody looks. */
  public void advance(long millis) {
    clockIsLate |= now != millis;
    now = millis;
  }

  /** Whether anything was sent since the last look that may have changed what can be seen. */
  public boolean isChanged() {
    return connection.isChanged();
  }

  /**
   * Looks on.
   *
   * @param json what the observation gets
   * @return what the observation found
   */
  public String observe(String json) {
    connection.wasLookedAt();
    return (String) behind.evalsha(observeSha, List.of(), List.of(json));
  }

  /** What is to be sent before anything else, so that it is now in Redis, too; or null. */
  private @Nullable CommandArguments untilNow() {
    if (!clockIsLate) {
      return null;
    }
    clockIsLate = false;
    CommandArguments arguments = new CommandArguments(Protocol.Command.EVALSHA);
    arguments.add(untilNowSha).add("2");
    arguments.add(SimulatedScripts.CLOCK).add(SimulatedScripts.EXPIRY).add(Long.toString(now));
    deadlines.forEach(arguments::add);
    deadlines.clear();
    return arguments;
  }

  private Command translated(CommandArguments given) {
    String name = text(given.getCommand().getRaw()).toUpperCase(Locale.ROOT);
    return switch (name) {
      case "EVALSHA" -> evalsha(given);
      case "EVAL" -> {
        load(scripts.shaOf(arg(given, 1)));
        yield transition(scripts.shaOf(arg(given, 1)), given);
      }
      case "SCRIPT" -> {
        String sha = scripts.shaOf(arg(given, 2));
        load(sha);
        yield new Command(name, false, given, sha.getBytes(StandardCharsets.UTF_8), NOTHING);
      }
      case "INFO" ->
          new Command(
              name,
              false,
              given,
              ("run_id:" + edge.redisRun() + "\r\n").getBytes(StandardCharsets.UTF_8),
              NOTHING);
      case "BLPOP" -> popped(given);
      case "BLMOVE" -> command(name, Protocol.Command.LMOVE, args(given, 1, given.size() - 1));
      case "SET" -> set(given);
      case "EXPIRE" -> {
        String key = arg(given, 1);
        long millis = Long.parseLong(arg(given, 2)) * 1_000;
        yield withLifetime(
            name, Protocol.Command.PEXPIREAT, key, millis, List.of(key, far(millis)));
      }
      default -> new Command(name, false, named(given), null, NOTHING);
    };
  }

  private Command evalsha(CommandArguments given) {
    String sha = arg(given, 1);
    if (!loaded.containsKey(sha)) {
      return new Command(
          "EVALSHA",
          false,
          given,
          new JedisNoScriptException("NOSCRIPT No matching script."),
          NOTHING);
    }
    return transition(sha, given);
  }

  private void load(String sha) {
    loaded.computeIfAbsent(sha, s -> behind.scriptLoad(scripts.simulated(s)));
  }

  private Command transition(String sha, CommandArguments given) {
    List<String> args = args(given, 2, given.size());
    args.add(0, loaded.getOrDefault(sha, sha));
    Command plain = command("EVALSHA", Protocol.Command.EVALSHA, args);
    return new Command(
        String.valueOf(scripts.verb(sha)), true, plain.arguments(), plain.reply(), NOTHING);
  }

  private Command popped(CommandArguments given) {
    String pop =
        "local v = redis.call('LPOP', KEYS[1]) if v then return {KEYS[1], v} end return false";
    return command("BLPOP", Protocol.Command.EVAL, List.of(pop, "1", arg(given, 1)));
  }

  private Command set(CommandArguments given) {
    List<String> args = args(given, 1, given.size());
    if (args.size() == 4 && args.get(2).equalsIgnoreCase("PX")) {
      String key = args.get(0);
      long millis = Long.parseLong(args.get(3));
      args = List.of(key, args.get(1), "PXAT", far(millis));
      return withLifetime("SET", Protocol.Command.SET, key, millis, args);
    }
    return command("SET", Protocol.Command.SET, args);
  }

  private Command withLifetime(
      String name, Protocol.Command command, String key, long millis, List<String> args) {
    Command plain = command(name, command, args);
    String until = Long.toString(now + millis);
    return new Command(
        name, false, plain.arguments(), null, () -> deadlines.addAll(List.of(named(key), until)));
  }

  private String far(long millis) {
    return Long.toString(SimulatedScripts.FAR + now + millis);
  }

  private Command command(String name, Protocol.Command command, List<String> args) {
    CommandArguments arguments = new CommandArguments(command);
    args.forEach(arg -> arguments.add(named(arg)));
    return new Command(name, false, arguments, null, NOTHING);
  }

  private CommandArguments named(CommandArguments given) {
    CommandArguments arguments = new CommandArguments(given.getCommand());
    for (int i = 1; i < given.size(); i++) {
      arguments.add(named(arg(given, i)));
    }
    return arguments;
  }

  /** A UUID that a process has drawn by lot becomes one of the seed, the same each time. */
  private String named(String text) {
    for (int i = 0; i + 36 <= text.length(); i++) {
      if (text.charAt(i + 8) == '-'
          && text.charAt(i + 13) == '-'
          && text.charAt(i + 18) == '-'
          && text.charAt(i + 23) == '-') {
        String found = text.substring(i, i + 36);
        String name = drawn.get(found);
        if (name == null) {
          name = uuids.apply(found);
          drawn.put(found, name);
          drawn.put(name, name);
        }
        return text.substring(0, i) + name + named(text.substring(i + 36));
      }
    }
    return text;
  }

  private static List<String> args(CommandArguments given, int from, int to) {
    List<String> args = new ArrayList<>();
    for (int i = from; i < to; i++) {
      args.add(arg(given, i));
    }
    return args;
  }

  private static String arg(CommandArguments given, int index) {
    return text(given.get(index).getRaw());
  }

  @Override
  public void close() {
    connection.end();
    behind.close();
  }
}
