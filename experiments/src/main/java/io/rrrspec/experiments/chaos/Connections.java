package io.rrrspec.experiments.chaos;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.util.SafeEncoder;

/** The connections of the parts to a server or a Sentinel. */
final class Connections {
  private static final Pattern END = Pattern.compile("(?m) addr=(\\S+) ");

  private Connections() {}

  /**
   * All of those of these parts that are there transport nothing any more, as if a firewall had
   * forgotten them; new ones do.
   */
  static int forget(Network network, RedisNode node, List<Host> parts) {
    Set<String> addresses = parts.stream().map(Host::address).collect(Collectors.toSet());
    Set<String> ends =
        END.matcher(list(node))
            .results()
            .map(found -> found.group(1))
            .filter(end -> addresses.contains(end.substring(0, end.indexOf(':'))))
            .collect(Collectors.toSet());
    network.forget(node.host(), ends);
    return ends.size();
  }

  private static String list(RedisNode node) {
    try (Jedis jedis = node.connect()) {
      Object answer = jedis.sendCommand(Protocol.Command.CLIENT, "LIST");
      return answer instanceof byte[] bytes ? SafeEncoder.encode(bytes) : String.valueOf(answer);
    }
  }
}
