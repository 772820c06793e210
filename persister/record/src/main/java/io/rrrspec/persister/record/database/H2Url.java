package io.rrrspec.persister.record.database;

import io.rrrspec.common.UsageException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC URL of H2, taken apart.
 *
 * @param file the file without its {@code .mv.db}, absolute; null if the URL names no file, but
 *     memory or a server
 * @param settings what stands behind the semicolons, by keys in capitals
 */
record H2Url(@Nullable Path file, Map<String, String> settings) {
  private static final String PREFIX = "jdbc:h2:";
  private static final String FILE = "file:";

  /**
   * Reads one.
   *
   * @throws UsageException if it names a file in a way that cannot be made safe
   */
  static H2Url parse(String url) {
    String[] parts = url.substring(PREFIX.length()).split(";", -1);
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      if (equals > 0) {
        settings.put(
            parts[i].substring(0, equals).toUpperCase(Locale.ROOT), parts[i].substring(equals + 1));
      }
    }
    return new H2Url(file(parts[0], url), settings);
  }

  private static @Nullable Path file(String name, String url) {
    if (name.matches("(mem|tcp|ssl):.*")) {
      return null;
    }
    String path = name.startsWith(FILE) ? name.substring(FILE.length()) : name;
    if (path.isEmpty() || path.matches("[A-Za-z]+:.*")) {
      throw new UsageException(
          "database_url "
              + JdbcUrl.withoutSecrets(url)
              + " cannot be kept from other users: write jdbc:h2:file:/PATH");
    }
    // As H2 reads it.
    String home = System.getProperty("user.home", "/");
    return Path.of(path.replaceFirst("^~(?=/|$)", home.replace("\\", "/").replace("$", "\\$")))
        .toAbsolutePath()
        .normalize();
  }

  /** Whether whoever wrote the URL chose a password. */
  boolean hasPassword() {
    return !settings.getOrDefault("PASSWORD", "").isEmpty();
  }

  /** Whether it names a user or an empty password: somebody meant something by it. */
  boolean namesUser() {
    return settings.containsKey("USER") || settings.containsKey("PASSWORD");
  }

  /** The URL for the driver, with a setting added for each that it lacks. */
  String forDriver(String scheme, Map<String, String> defaults) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    defaults.forEach(all::putIfAbsent);
    StringBuilder text = new StringBuilder(PREFIX).append(scheme).append(':').append(file);
    all.forEach((key, value) -> text.append(';').append(key).append('=').append(value));
    return text.toString();
  }
}
