package io.rrrspec.common.config;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis is and who we are there. {@link #toString} hides the password, so that an address may
 * stand in a log; {@link #toUrl} does not.
 *
 * @param kind how to get there
 * @param hosts one host, or the Sentinels; empty if embedded
 * @param master the name that the Sentinels know the primary by; null without Sentinel
 * @param user ACL user, or null for the default one
 * @param password null if none is needed
 * @param database number of the database, 0 or more
 * @param files certificates, and a password that may change
 */
public record RedisAddress(
    Kind kind,
    List<Host> hosts,
    @Nullable String master,
    @Nullable String user,
    @Nullable String password,
    int database,
    RedisFiles files) {

  private static final Pattern URL =
      Pattern.compile(
          "^(?<scheme>[a-z-]+)://(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/?#@]+)"
              + "(?:/(?<path>[^?#]*))?(?:[?](?<query>[^?#]*))?");
  private static final Pattern HOST =
      Pattern.compile("(?<name>\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::(?<port>[0-9]{1,5}))?");

  /** How Redis is reached. */
  public enum Kind {
    /** A redis-server that this process starts for itself. */
    EMBEDDED("embedded", 0),
    /** One server, plain. */
    PLAIN("redis", 6379),
    /** One server, through TLS. */
    TLS("rediss", 6379),
    /** The primary that Sentinels name; they have no password of their own here. */
    SENTINEL("redis-sentinel", 26_379);

    private final String scheme;
    private final int defaultPort;

    Kind(String scheme, int defaultPort) {
      this.scheme = scheme;
      this.defaultPort = defaultPort;
    }
  }

  /**
   * One address.
   *
   * @param name host name or IP address, IPv6 without brackets
   * @param port 1 to 65535
   */
  public record Host(String name, int port) {
    @Override
    public String toString() {
      return (name.contains(":") ? "[" + name + "]" : name) + ":" + port;
    }
  }

  public RedisAddress {
    hosts = List.copyOf(hosts);
  }

  /** A plain server without password. */
  public static RedisAddress of(String host, int port) {
    return new RedisAddress(
        Kind.PLAIN, List.of(new Host(host, port)), null, null, null, 0, RedisFiles.NONE);
  }

  /**
   * Reads a URL, or the word {@code embedded}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public static RedisAddress parse(String text) {
    if (text.equals(Kind.EMBEDDED.scheme)) {
      return new RedisAddress(Kind.EMBEDDED, List.of(), null, null, null, 0, RedisFiles.NONE);
    }
    Matcher url = URL.matcher(text);
    if (!url.matches()) {
      throw new IllegalArgumentException("not a Redis URL");
    }
    Kind kind = kind(url.group("scheme"));
    List<Host> hosts = hosts(url.group("hosts"), kind);
    String path = url.group("path") == null ? "" : url.group("path");
    String master = null;
    if (kind == Kind.SENTINEL) {
      int slash = path.indexOf('/');
      master = slash < 0 ? path : path.substring(0, slash);
      path = slash < 0 ? "" : path.substring(slash + 1);
      if (master.isEmpty()) {
        throw new IllegalArgumentException("the name of the master is missing");
      }
    } else if (hosts.size() > 1) {
      throw new IllegalArgumentException("more than one host");
    }
    int database = path.isEmpty() ? 0 : Integer.parseUnsignedInt(path);
    String query = url.group("query");
    return new RedisAddress(
        kind,
        hosts,
        master,
        decoded(url.group("user")),
        decoded(url.group("password")),
        database,
        RedisFiles.parse(query == null ? "" : query));
  }

  /** The same with other files. */
  RedisAddress with(RedisFiles others) {
    return new RedisAddress(kind, hosts, master, user, password, database, others);
  }

  /** True if this process has to start the server itself. */
  public boolean isEmbedded() {
    return kind == Kind.EMBEDDED;
  }

  /** The whole address, password included: what {@link #parse} reads. For private files only. */
  public String toUrl() {
    return url(password == null ? "" : ":" + encoded(password));
  }

  @Override
  public String toString() {
    return url(password == null ? "" : ":***");
  }

  private String url(String secret) {
    if (isEmbedded()) {
      return kind.scheme;
    }
    String who = user == null && password == null ? "" : encoded(user) + secret + "@";
    String where = hosts.stream().map(Host::toString).collect(Collectors.joining(","));
    return kind.scheme
        + "://"
        + who
        + where
        + (master == null ? "" : "/" + master)
        + (database == 0 ? "" : "/" + database)
        + files.toQuery();
  }

  private static Kind kind(String scheme) {
    for (Kind kind : Kind.values()) {
      if (kind != Kind.EMBEDDED && kind.scheme.equals(scheme)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("unknown scheme");
  }

  private static List<Host> hosts(String text, Kind kind) {
    List<Host> hosts = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher host = HOST.matcher(part);
      if (!host.matches()) {
        throw new IllegalArgumentException("not a host");
      }
      String port = host.group("port");
      int number = port == null ? kind.defaultPort : Integer.parseInt(port);
      if (number < 1 || number > 65_535) {
        throw new IllegalArgumentException("not a port");
      }
      hosts.add(new Host(host.group("name").replaceAll("[\\[\\]]", ""), number));
    }
    return hosts;
  }

  private static @Nullable String decoded(@Nullable String part) {
    // A plus stands for itself in this part of a URL, but not for URLDecoder.
    return part == null || part.isEmpty()
        ? null
        : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static String encoded(@Nullable String part) {
    return part == null ? "" : URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
