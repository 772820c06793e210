package io.rrrspec.common.http;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Under which names a server may be asked. A web page in somebody's browser can make its own name
 * point to any address, also to loopback; what its requests cannot do is to name us. An address
 * instead of a name is harmless for that, but on loopback only its own are ours.
 */
public final class Hosts {
  private static final Pattern ADDRESS =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Set<String> names = new TreeSet<>(LOOPBACK);
  private final boolean loopbackOnly;

  /**
   * Collects the names.
   *
   * @param bind what the port listens on
   * @param hostName what this host is called
   * @param webBase where people reach the viewer, which mostly stands on the same host
   */
  public Hosts(String bind, String hostName, URI webBase) {
    this.loopbackOnly = isLoopback(bind);
    names.add(bracketed(bind));
    if (!loopbackOnly) {
      names.add(lower(hostName));
      String web = webBase.getHost();
      if (web != null) {
        names.add(lower(web));
      }
    }
  }

  /** Whether what listens there is reached from this host alone. */
  public static boolean isLoopback(String bind) {
    return LOOPBACK.contains(bracketed(bind)) || bind.startsWith("127.");
  }

  /** Whether a request with this {@code Host} is meant for us. */
  public boolean areOurs(@Nullable String header) {
    if (header == null) {
      return false;
    }
    String name = lower(header).replaceFirst(":[0-9]{1,5}$", "");
    return names.contains(name) || (!loopbackOnly && ADDRESS.matcher(name).matches());
  }

  private static String bracketed(String host) {
    String name = lower(host);
    return name.contains(":") && !name.startsWith("[") ? "[" + name + "]" : name;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
