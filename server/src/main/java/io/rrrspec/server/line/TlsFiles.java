package io.rrrspec.server.line;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.ServerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Reads the certificate of the command port. */
final class TlsFiles {
  private TlsFiles() {}

  /**
   * What connections are encrypted with; null if the settings name no certificate.
   *
   * @throws UsageException if they name one that cannot be used
   */
  static @Nullable SslContext read(ServerSettings settings) {
    Path cert = settings.tlsCert();
    Path key = settings.tlsKey();
    if (cert == null && key == null) {
      return null;
    }
    if (cert == null || key == null) {
      throw new UsageException(
          "only one of command_port_tls_cert and command_port_tls_key is set: set both, or none");
    }
    requireReadable("command_port_tls_cert", cert);
    requireReadable("command_port_tls_key", key);
    try {
      return SslContextBuilder.forServer(cert.toFile(), key.toFile()).build();
    } catch (SSLException | IllegalArgumentException e) {
      throw new UsageException(
          "command_port_tls_cert ("
              + cert
              + ") and command_port_tls_key ("
              + key
              + ") cannot be used: write a certificate chain and its private key (PKCS#8, without a"
              + " password), both as PEM",
          e);
    }
  }

  private static void requireReadable(String setting, Path file) {
    if (!Files.isReadable(file)) {
      throw new UsageException(setting + " is " + file + ", which cannot be read: name a PEM file");
    }
  }
}
