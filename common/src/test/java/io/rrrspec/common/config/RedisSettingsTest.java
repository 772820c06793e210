package io.rrrspec.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisSettingsTest {
  @TempDir Path directory;
  private Sources sources;

  @BeforeEach
  void surroundings() throws IOException {
    sources = new Sources(directory);
  }

  private RedisAddress address() {
    return SharedSettings.of(sources.load()).redis();
  }

  @Test
  void theFilesTravelWithTheAddress() throws IOException {
    sources.homeFile(
        "redis: rediss://ann@redis.example.com/1",
        "redis_password_file: password",
        "redis_ca_file: ca & co.pem",
        "redis_certificate_file: /etc/rrrspec/us.pem",
        "redis_key_file: /etc/rrrspec/us.key");
    RedisAddress redis = address();
    assertThat(redis.files())
        .isEqualTo(
            new RedisFiles(
                sources.home.resolve("ca & co.pem"),
                Path.of("/etc/rrrspec/us.pem"),
                Path.of("/etc/rrrspec/us.key"),
                sources.home.resolve("password")));
    assertThat(RedisAddress.parse(redis.toUrl())).isEqualTo(redis);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redis: redis://h | redis_ca_file: ca | redis_ca_file is set (from HOME line 2), and redis is redis://h:6379, without TLS: write rediss:// there, or leave out redis_ca_file
          redis: rediss://h | redis_key_file: k | only one of redis_certificate_file and redis_key_file is set: set both, or none
          redis: rediss://:pw@h | redis_password_file: p | redis has a password, and redis_password_file is set (from HOME line 2): leave out one of them
          """)
  void settingsThatContradictEachOtherAreRefused(String redis, String file, String line)
      throws IOException {
    sources.homeFile(redis, file);
    assertThatThrownBy(this::address)
        .isInstanceOf(UsageException.class)
        .hasMessage(line.replace("HOME", sources.home.resolve(".rrrspec.yml").toString()));
  }

  @Test
  void aStrangersProjectGetsNoPasswordFromAFile() throws IOException {
    sources.file("redis: redis://evil.example.com");
    sources.variable("RRRSPEC_REDIS_PASSWORD_FILE", "/run/secrets/redis");
    assertThatThrownBy(this::address)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(
            "redis comes from the file of this directory, so no password is read from a file for"
                + " it: set RRRSPEC_REDIS, or name the file with -c if you trust it");

    sources = new Sources(Files.createDirectory(directory.resolve("second")));
    sources.file("redis_password_file: /home/ann/.pgpass");
    sources.variable("RRRSPEC_REDIS", "redis://redis.example.com");
    assertThatThrownBy(this::address)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("redis_password_file comes from the file of this directory");

    sources = new Sources(Files.createDirectory(directory.resolve("third")));
    sources.file("redis: 'redis://evil.example.com?password_file=/home/ann/.pgpass'");
    assertThatThrownBy(this::address)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("redis comes from the file of this directory");
  }
}
