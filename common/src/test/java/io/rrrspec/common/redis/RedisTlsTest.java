package io.rrrspec.common.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.RedisAddress.Host;
import io.rrrspec.common.config.RedisAddress.Kind;
import io.rrrspec.common.config.RedisFiles;
import io.rrrspec.testing.Certificates;
import io.rrrspec.testing.Certificates.Pair;
import io.rrrspec.testing.RedisProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Redis with a private CA that requires certificates of its clients. */
class RedisTlsTest {
  private static final String HERE = "IP:127.0.0.1";

  @TempDir static Path dir;
  private static Certificates ca;
  private static Certificates other;
  private static Pair ours;
  private static RedisProgram server;

  @BeforeAll
  static void start() throws Exception {
    ca = Certificates.ca(dir, "ca");
    other = Certificates.ca(dir, "other");
    ours = ca.sign("client", "DNS:client");
    server = serving("server", ca.sign("of-server", HERE));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static RedisProgram serving(String name, Pair pair) throws IOException {
    return RedisProgram.startTls(
        dir,
        name,
        "tls-cert-file " + pair.file(),
        "tls-key-file " + pair.key(),
        "tls-ca-cert-file " + ca.file(),
        "tls-auth-clients yes");
  }

  private static RedisAddress at(Kind kind, RedisProgram program, RedisFiles files) {
    return new RedisAddress(
        kind, List.of(new Host("127.0.0.1", program.port())), null, null, null, 0, files);
  }

  private static RedisFiles files(@Nullable Path trusted, @Nullable Pair pair) {
    return new RedisFiles(
        trusted, pair == null ? null : pair.file(), pair == null ? null : pair.key(), null);
  }

  private static void use(RedisProgram program, RedisFiles files) {
    try (RedisConnection redis = RedisConnection.open(at(Kind.TLS, program, files), 1)) {
      redis.check();
    }
  }

  private static String refusal(RedisProgram program, RedisFiles files) {
    return refusal(at(Kind.TLS, program, files), ServiceException.class);
  }

  /** The line, once the server has begun to listen. */
  private static String refusal(RedisAddress address, Class<? extends RrrspecException> type) {
    String[] line = {""};
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              line[0] =
                  String.valueOf(catchThrowableOfType(type, () -> open(address)).getMessage());
              return !line[0].startsWith("no Redis answers") || address.kind() != Kind.TLS;
            });
    assertThat(line[0]).hasLineCount(1).doesNotContain("Exception");
    return line[0];
  }

  private static void open(RedisAddress address) {
    try (RedisConnection redis = RedisConnection.open(address, 1)) {
      redis.check();
    }
  }

  @Test
  void withTheCaAndACertificateOfItEverythingWorks() {
    RedisAddress address = at(Kind.TLS, server, files(ca.file(), ours));
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .untilAsserted(() -> use(server, address.files()));
    // A slave gets the files by the URL.
    try (RedisConnection redis =
        RedisConnection.open(RedisAddress.parse(address.toUrl()), 1).check()) {
      redis.commands().set("key", "value");
      assertThat(redis.run("lead", List.of("lead"), List.of("me", "1000"))).isEqualTo(1L);
    }
  }

  @Test
  void anotherCaIsNamed() {
    assertThat(refusal(server, files(other.file(), ours)))
        .isEqualTo(
            "no connection by TLS to the Redis at 127.0.0.1:"
                + server.port()
                + ": no CA of redis_ca_file "
                + other.file()
                + " has signed its certificate: correct it");
    assertThat(refusal(server, files(null, ours)))
        .endsWith(": no CA that the JDK knows has signed its certificate: set redis_ca_file");
  }

  @Test
  void aMissingCertificateIsNamed() {
    assertThat(refusal(server, files(ca.file(), null)))
        .startsWith("no connection by TLS to the Redis at 127.0.0.1:")
        .contains("requires a certificate of ours")
        .endsWith("set redis_certificate_file and redis_key_file");
  }

  @Test
  void aCertificateOfAnotherCaIsNamed() throws Exception {
    Pair stranger = other.sign("stranger", "DNS:stranger");
    assertThat(refusal(server, files(ca.file(), stranger)))
        .contains("redis_certificate_file " + stranger.file())
        .contains("tls-ca-cert-file");
  }

  @Test
  void anExpiredCertificateOfOursIsNamedWithItsTime() throws Exception {
    Pair old = ca.signExpired("old", "DNS:old");
    assertThat(refusal(at(Kind.TLS, server, files(ca.file(), old)), UsageException.class))
        .startsWith(
            "redis_certificate_file is "
                + old.file()
                + ", which has a certificate that expired at 20")
        .endsWith(": renew it");
  }

  @Test
  void anExpiredCertificateOfTheServerIsNamed() throws Exception {
    try (RedisProgram expired = serving("expired", ca.signExpired("of-expired", HERE))) {
      assertThat(refusal(expired, files(ca.file(), ours)))
          .endsWith(": its certificate has expired: renew it");
    }
  }

  @Test
  void aCertificateForAnotherHostIsNamed() throws Exception {
    try (RedisProgram elsewhere = serving("elsewhere", ca.sign("of-elsewhere", "DNS:redis.test"))) {
      assertThat(refusal(elsewhere, files(ca.file(), ours)))
          .contains(": its certificate is for another host name (")
          .contains("127.0.0.1")
          .contains("write that name into `redis`");
    }
  }

  @Test
  void aServerWithoutTlsIsNamed() throws Exception {
    try (RedisProgram plain = RedisProgram.start(dir, "plain")) {
      assertThat(refusal(plain, files(ca.file(), ours)))
          .endsWith("does not answer: write its tls-port, or redis:// if it has none");
      String line = refusal(at(Kind.PLAIN, server, RedisFiles.NONE), ServiceException.class);
      assertThat(line).startsWith("no Redis answers at 127.0.0.1:" + server.port());
    }
  }

  @Test
  void aFileThatIsNoCertificateOrKeyIsNamed() throws Exception {
    Path none = dir.resolve("none.pem");
    Path rubbish = Files.writeString(dir.resolve("rubbish.pem"), "-----BEGIN RUBBISH-----\n");
    Path broken =
        Files.writeString(
            dir.resolve("broken.pem"),
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
                + "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");
    assertThat(mistake(none, ours.file(), ours.key()))
        .isEqualTo(
            "redis_ca_file is "
                + none
                + ", which cannot be read: there is no such file or directory");
    assertThat(mistake(rubbish, ours.file(), ours.key()))
        .startsWith("redis_ca_file is " + rubbish + ", which has no certificate");
    assertThat(mistake(ca.file(), broken, ours.key()))
        .startsWith("redis_certificate_file is " + broken + ", which has a certificate that");
    assertThat(mistake(ca.file(), ours.file(), broken))
        .isEqualTo(
            "redis_key_file is "
                + broken
                + ", which has a key of the form EC PRIVATE KEY: change it with openssl pkcs8"
                + " -topk8 -nocrypt");
    assertThat(mistake(ca.file(), ours.file(), ours.file()))
        .startsWith("redis_key_file is " + ours.file() + ", which has no private key");
  }

  private static String mistake(Path trusted, Path certificate, Path key) {
    return refusal(
        at(Kind.TLS, server, new RedisFiles(trusted, certificate, key, null)),
        UsageException.class);
  }
}
