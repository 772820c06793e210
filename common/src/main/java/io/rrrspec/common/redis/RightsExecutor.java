package io.rrrspec.common.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.executors.CommandExecutor;

/** Names user, command and keys where Redis refuses a command for want of a right. */
final class RightsExecutor implements CommandExecutor {
  private final CommandExecutor behind;
  private final @Nullable String user;

  RightsExecutor(CommandExecutor behind, @Nullable String user) {
    this.behind = behind;
    this.user = user;
  }

  @Override
  public <T> T executeCommand(CommandObject<T> command) {
    try {
      return behind.executeCommand(command);
    } catch (JedisDataException e) {
      CommandArguments asked = command.getArguments();
      if (!MissingRight.isSign(String.valueOf(e.getMessage())) || isScript(asked)) {
        throw e;
      }
      throw MissingRight.of(user, "the command " + asked.getCommand(), keys(asked), e);
    }
  }

  /** Who runs a script knows its name. */
  private static boolean isScript(CommandArguments asked) {
    return asked.getCommand() == Command.EVALSHA || asked.getCommand() == Command.EVAL;
  }

  private static List<String> keys(CommandArguments asked) {
    return asked.getKeys().stream()
        .map(
            key ->
                key instanceof byte[] bytes
                    ? new String(bytes, StandardCharsets.UTF_8)
                    : String.valueOf(key))
        .collect(Collectors.toUnmodifiableList());
  }

  @Override
  public void close() throws Exception {
    behind.close();
  }
}
