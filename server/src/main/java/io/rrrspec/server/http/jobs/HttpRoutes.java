package io.rrrspec.server.http.jobs;

import io.rrrspec.common.config.HttpJobRoute;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which requests go where: the longest beginning of their path decides. */
record HttpRoutes(Map<String, HttpJobRoute> routes) {
  HttpRoutes {
    routes = Map.copyOf(routes);
  }

  /**
   * A request on its way.
   *
   * @param queue the name of the queue in which it waits
   * @param url where a worker sends it
   */
  record Target(String queue, String url) {}

  /**
   * Finds the route of a request.
   *
   * @param path as it came, still encoded
   * @param query as it came, or null
   * @return empty if there is none, or the path is not to be passed on
   */
  Optional<Target> find(String path, @Nullable String query) {
    return isPlain(path)
        ? routes.keySet().stream()
            .filter(prefix -> begins(path, prefix))
            .max(Comparator.comparingInt(String::length))
            .map(prefix -> target(prefix, path, query))
            .filter(target -> isUrl(target.url()))
        : Optional.empty();
  }

  private Target target(String prefix, String path, @Nullable String query) {
    HttpJobRoute route = routes.getOrDefault(prefix, new HttpJobRoute("", URI.create("")));
    String rest = path.substring(prefix.endsWith("/") ? prefix.length() - 1 : prefix.length());
    return new Target(route.queue(), route.to() + rest + (query == null ? "" : "?" + query));
  }

  /** At the end of a word of the path: /check is no beginning of /checkout. */
  private static boolean begins(String path, String prefix) {
    return path.startsWith(prefix)
        && (prefix.endsWith("/")
            || path.length() == prefix.length()
            || path.charAt(prefix.length()) == '/');
  }

  /** Nothing in it leads out of what the route opens. */
  private static boolean isPlain(String path) {
    String decoded = path.replaceAll("(?i)%2e", ".").replaceAll("(?i)%2f|%5c|\\\\", "/");
    return !("/" + decoded + "/").contains("/../");
  }

  private static boolean isUrl(String url) {
    try {
      return new URI(url).getHost() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
