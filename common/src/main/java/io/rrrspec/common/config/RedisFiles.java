package io.rrrspec.common.config;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Files that belong to the address of a Redis: they prove who it is, and who we are. A URL carries
 * their names as parameters, such as {@code ?password_file=%2Frun%2Fsecrets%2Fredis}, from a worker
 * to its slaves.
 *
 * @param ca certificates of the CAs that may have signed the server's, in PEM; null: those that the
 *     JDK knows
 * @param certificate our certificate with its chain, in PEM; null: none
 * @param key the private key of that certificate, PKCS#8 in PEM without a password; null: none
 * @param password its first line is the password; null: the URL has the password, or none is needed
 */
public record RedisFiles(
    @Nullable Path ca, @Nullable Path certificate, @Nullable Path key, @Nullable Path password) {

  /** None of them. */
  public static final RedisFiles NONE = new RedisFiles(null, null, null, null);

  private static final String CA = "ca_file";
  private static final String CERTIFICATE = "certificate_file";
  private static final String KEY = "key_file";
  private static final String PASSWORD = "password_file";

  /**
   * Reads the parameters of a URL.
   *
   * @param query what follows the question mark; empty: none
   * @throws IllegalArgumentException if there is another parameter
   */
  static RedisFiles parse(String query) {
    Map<String, Path> files = new HashMap<>();
    for (String parameter : query.isEmpty() ? List.<String>of() : List.of(query.split("&", -1))) {
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? parameter : parameter.substring(0, equals);
      if (equals < 0 || !List.of(CA, CERTIFICATE, KEY, PASSWORD).contains(name)) {
        throw new IllegalArgumentException("unknown parameter");
      }
      String value = parameter.substring(equals + 1);
      files.put(name, Path.of(URLDecoder.decode(value, StandardCharsets.UTF_8)));
    }
    return new RedisFiles(
        files.get(CA), files.get(CERTIFICATE), files.get(KEY), files.get(PASSWORD));
  }

  /** As the parameters of a URL, with the question mark; empty if there are none. */
  String toQuery() {
    Map<String, @Nullable Path> files = new LinkedHashMap<>();
    files.put(CA, ca);
    files.put(CERTIFICATE, certificate);
    files.put(KEY, key);
    files.put(PASSWORD, password);
    String query =
        files.entrySet().stream()
            .filter(file -> file.getValue() != null)
            .map(file -> file.getKey() + "=" + encoded(String.valueOf(file.getValue())))
            .collect(Collectors.joining("&"));
    return query.isEmpty() ? "" : "?" + query;
  }

  /** Whether one of them is for TLS. */
  boolean needTls() {
    return ca != null || certificate != null || key != null;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
