package io.rrrspec.common.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * One connection that all processes of a simulation share. What is sent is kept until the answer is
 * asked for: then the whole round trip meets its fate. It never blocks and never breaks for good.
 */
final class SimulatedConnection extends Connection {
  /** What reads, or says that somebody lives or leads. */
  private static final Set<String> CHANGES_NOTHING =
      Set.of(
          "GET",
          "SET",
          "EXISTS",
          "TYPE",
          "TTL",
          "PTTL",
          "HGET",
          "HMGET",
          "HGETALL",
          "HEXISTS",
          "LRANGE",
          "LLEN",
          "LINDEX",
          "SMEMBERS",
          "SCARD",
          "SADD",
          "lead",
          "beat_worker",
          "take_messages",
          "find_lost_tasks");

  private final @Nullable Edge edge;
  private final @Nullable Function<CommandArguments, Command> translation;
  private final @Nullable List<Command> pending;
  private final Supplier<@Nullable CommandArguments> first;
  private boolean changed;

  /**
   * A command as it is sent.
   *
   * @param name its name, of a transition the verb
   * @param transition whether it is a transition, which bears a repeat
   * @param arguments what is sent
   * @param reply the answer, if Redis is not to be asked
   * @param sent what is done when it is sent
   */
  record Command(
      String name,
      boolean transition,
      CommandArguments arguments,
      @Nullable Object reply,
      Runnable sent) {}

  SimulatedConnection(
      HostAndPort address,
      JedisClientConfig config,
      Edge edge,
      Function<CommandArguments, Command> translation,
      Supplier<@Nullable CommandArguments> first) {
    // Until this returns the fields are null: what is said at the beginning goes through.
    super(address, config);
    this.edge = edge;
    this.translation = translation;
    this.first = first;
    this.pending = new ArrayList<>();
  }

  @Override
  public void sendCommand(CommandArguments arguments) {
    if (pending == null || translation == null) {
      super.sendCommand(arguments);
    } else {
      pending.add(translation.apply(arguments));
    }
  }

  @Override
  public Object getOne() {
    if (pending == null || edge == null) {
      return super.getOne();
    }
    Object reply = exchange(pending, edge).get(0);
    if (reply instanceof JedisDataException e) {
      throw e;
    }
    return reply;
  }

  @Override
  public List<Object> getMany(int count) {
    if (pending == null || edge == null) {
      return super.getMany(count);
    }
    if (pending.size() != count) {
      throw new JedisConnectionException("the connection is broken");
    }
    return exchange(pending, edge);
  }

  private List<Object> exchange(List<Command> sent, Edge at) {
    List<Command> commands = List.copyOf(sent);
    sent.clear();
    Fate fate = at.of(commands.stream().map(Command::name).toList());
    String where = fate + ": " + commands.get(0).name();
    switch (fate) {
      case ARRIVES -> {
        return send(commands);
      }
      case ARRIVES_TWICE -> {
        List<Object> first = send(commands);
        return commands.stream().allMatch(Command::transition) ? send(commands) : first;
      }
      case ANSWER_IS_LOST -> {
        send(commands);
        throw new JedisConnectionException(where);
      }
      case NEVER_ARRIVES -> {
        send(commands.subList(0, at.arriving(commands.size() - 1)));
        throw new JedisConnectionException(where);
      }
      case DIES_AFTER -> {
        send(commands);
        throw new ProcessDeath(where);
      }
      case DIES_BEFORE -> {
        send(commands.subList(0, at.arriving(commands.size() - 1)));
        throw new ProcessDeath(where);
      }
    }
    throw new IllegalStateException(where);
  }

  private List<Object> send(List<Command> commands) {
    int asked = 0;
    int next = 0;
    for (Command command : commands) {
      if (command.reply() == null) {
        CommandArguments before = first.get();
        if (before != null) {
          super.sendCommand(before);
          asked++;
          next++;
        }
        super.sendCommand(command.arguments());
        command.sent().run();
        asked++;
        changed |= !CHANGES_NOTHING.contains(command.name());
      }
    }
    List<Object> answers = super.getMany(asked);
    List<Object> replies = new ArrayList<>();
    for (Command command : commands) {
      Object own = command.reply();
      replies.add(own == null ? answers.get(next++) : own);
    }
    return replies;
  }

  /** Whether anything was sent that may change more than who lives. */
  boolean isChanged() {
    return changed;
  }

  void wasLookedAt() {
    changed = false;
  }

  @Override
  public void close() {
    // A pipeline would give it back after each use; it is one for the whole simulation.
  }

  void end() {
    super.close();
  }

  static String text(byte[] raw) {
    return new String(raw, StandardCharsets.UTF_8);
  }
}
