package io.rrrspec.common.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class EmbeddedRedisTest {
  private static final Path CACHE = Path.of("target", "redis").toAbsolutePath();

  /** A process that starts a server, names it, and waits to be killed. */
  static final class Parent {
    private Parent() {}

    public static void main(String[] args) throws IOException {
      System.out.println(EmbeddedRedis.start(Path.of(args[0])).url());
      System.out.flush();
      assertThat(System.in.read()).isNegative();
    }
  }

  @Test
  void itNeedsItsPassword() {
    try (EmbeddedRedis server = EmbeddedRedis.start(CACHE);
        RedisConnection stranger =
            RedisConnection.open(URI.create("redis://127.0.0.1:" + server.url().getPort()), 1);
        RedisConnection friend = RedisConnection.open(server.url(), 1)) {
      friend.check();
      assertThatThrownBy(stranger::check).isInstanceOf(ServiceException.class);
    }
  }

  @Test
  void itEndsWithTheProcessThatStartedItHoweverThatEnds() throws IOException {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Parent.class.getName(),
                CACHE.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = parent.inputReader()) {
      String url = out.lines().filter(l -> l.startsWith("redis://")).findFirst().orElseThrow();
      assertThat(answers(url)).isTrue();
      parent.destroyForcibly();
      Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !answers(url));
    } finally {
      parent.destroyForcibly();
    }
  }

  private static boolean answers(String url) {
    try (RedisConnection connection = RedisConnection.open(URI.create(url), 1)) {
      connection.check();
      return true;
    } catch (ServiceException e) {
      return false;
    }
  }
}
