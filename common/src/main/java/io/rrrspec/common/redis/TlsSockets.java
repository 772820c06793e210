package io.rrrspec.common.redis;

import io.rrrspec.common.config.RedisFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Makes the sockets that speak TLS with a Redis, by the certificates of the settings. */
final class TlsSockets {
  private static final char[] NO_PASSWORD = {};

  private TlsSockets() {}

  /**
   * Reads the certificates once.
   *
   * @return null if the JDK's own settings are to be used
   * @throws io.rrrspec.common.UsageException if a file cannot be used
   */
  static @Nullable SSLSocketFactory of(RedisFiles files) {
    Path ca = files.ca();
    Path certificate = files.certificate();
    Path key = files.key();
    if (ca == null && certificate == null) {
      return null;
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          certificate == null || key == null ? null : ours(certificate, key).getKeyManagers(),
          ca == null ? null : trusted(ca).getTrustManagers(),
          null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }

  private static TrustManagerFactory trusted(Path file)
      throws GeneralSecurityException, IOException {
    KeyStore store = emptyStore();
    int number = 0;
    for (X509Certificate ca : PemFiles.certificates("redis_ca_file", file)) {
      store.setCertificateEntry("ca" + number++, ca);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return trust;
  }

  private static KeyManagerFactory ours(Path certificate, Path key)
      throws GeneralSecurityException, IOException {
    Certificate[] chain =
        PemFiles.ownCertificates("redis_certificate_file", certificate).toArray(Certificate[]::new);
    KeyStore store = emptyStore();
    store.setKeyEntry("us", PemFiles.privateKey("redis_key_file", key), NO_PASSWORD, chain);
    KeyManagerFactory ours = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    ours.init(store, NO_PASSWORD);
    return ours;
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
