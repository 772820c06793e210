package io.rrrspec.server.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.ServerSettings;
import io.rrrspec.common.store.Stores;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The command port with a certificate. */
class CommandPortTlsTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final String PASSWORD = "changeit";

  @TempDir Path directory;

  private final Stores stores = new Stores(redis.connection(), redis.keys());
  private Path cert;
  private Path key;
  private KeyStore store;

  @BeforeEach
  void makeCertificate() throws Exception {
    Path file = directory.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "us",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.txt").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
    store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    cert = pem("cert.pem", "CERTIFICATE", store.getCertificate("us").getEncoded());
    key = pem("key.pem", "PRIVATE KEY", store.getKey("us", PASSWORD.toCharArray()).getEncoded());
  }

  private Path pem(String name, String what, byte[] bytes) throws IOException {
    byte[] end = "\n".getBytes(StandardCharsets.US_ASCII);
    return Files.writeString(
        directory.resolve(name),
        "-----BEGIN "
            + what
            + "-----\n"
            + Base64.getMimeEncoder(64, end).encodeToString(bytes)
            + "\n-----END "
            + what
            + "-----\n");
  }

  private static ServerSettings settings(@Nullable Path cert, @Nullable Path key) {
    return new ServerSettings(
        null, "", 10, 5, 300, true, 60, Map.of(), List.of(), null, Map.of(), Map.of(), cert, key);
  }

  private SSLContext trusting() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("us", store.getCertificate("us"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void linesAreEncrypted() throws Exception {
    try (RunningPort port =
        new RunningPort(stores, "secret", RunningPort.QUICK, TlsFiles.read(settings(cert, key)))) {
      try (LineSocket client =
          new LineSocket(trusting().getSocketFactory().createSocket(), port.number())) {
        assertThat(client.ask("auth secret")).isEqualTo("+OK\n");
        client.send("queue create a\nqueue push a shell " + "x".repeat(60_000) + "\n");
        assertThat(client.answer()).isEqualTo("+OK\n");
        assertThat(client.answer()).isEqualTo("+OK 1\n");
        assertThat(client.ask("queue contents a")).hasSizeGreaterThan(60_000);
        assertThat(client.send("quit\n").linesToTheEnd()).containsExactly("+OK\n");
      }
      try (LineSocket plain = port.connect()) {
        plain.send("auth secret\nqueue create b\n");
        assertThat(plain.linesToTheEnd()).noneMatch(line -> line.contains("+OK"));
      }
      assertThat(stores.queues().read().setup().find("b")).isEmpty();
    }
  }

  @Test
  void aWrongCertificateIsNamed() throws Exception {
    assertThat(TlsFiles.read(settings(null, null))).isNull();
    assertThatThrownBy(() -> TlsFiles.read(settings(cert, null)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("set both");
    assertThatThrownBy(() -> TlsFiles.read(settings(directory.resolve("none"), key)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("command_port_tls_cert is ");
    Path rubbish = Files.writeString(directory.resolve("rubbish.pem"), "rubbish");
    assertThatThrownBy(() -> TlsFiles.read(settings(cert, rubbish)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot be used: write");
    assertThatThrownBy(() -> TlsFiles.read(settings(rubbish, key)))
        .isInstanceOf(UsageException.class);
  }
}
