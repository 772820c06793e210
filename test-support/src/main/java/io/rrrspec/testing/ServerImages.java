package io.rrrspec.testing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Servers in containers, for tests that take them in place of servers that they start by
 * themselves. The build has them with the profile {@code docker}; which image is used, a system
 * property says.
 */
public interface ServerImages {
  /** The property that names the image of a Redis or Valkey, such as {@code redis:7}. */
  String REDIS = "rrrspec.test.redis";

  /** The property that names the image of a PostgreSQL, such as {@code postgres:17}. */
  String POSTGRESQL = "rrrspec.test.postgresql";

  /** The property that names the image of a MariaDB or MySQL, such as {@code mariadb:10.11}. */
  String MARIADB = "rrrspec.test.mariadb";

  /**
   * Starts a container, which ends with this JVM. It does not wait until the server answers.
   *
   * @param port the port that the server listens on, in its container
   * @param environment variables of the container
   * @param arguments of the image's entry
   * @return the port of 127.0.0.1 that leads there
   */
  int start(String image, int port, Map<String, String> environment, List<String> arguments);

  /** The image that a property names; empty if the tests start their own server. */
  static Optional<String> named(String property) {
    return Optional.ofNullable(System.getProperty(property)).filter(name -> !name.isBlank());
  }

  /**
   * What starts containers.
   *
   * @throws IllegalStateException if the build was made without the profile
   */
  static ServerImages find() {
    return ServiceLoader.load(ServerImages.class)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("servers in containers need mvn -Pdocker"));
  }
}
