package io.rrrspec.common.redis;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.IoReason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads certificates and private keys in PEM. A mistake names the setting and the file. */
final class PemFiles {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");
  private static final String PKCS8 = "PRIVATE KEY";
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private PemFiles() {}

  /**
   * The certificates of a file, in its order; one or more.
   *
   * @throws UsageException if there are none, or the file cannot be read
   */
  static List<X509Certificate> certificates(String setting, Path file) {
    List<X509Certificate> certificates = new ArrayList<>();
    Matcher block = BLOCK.matcher(text(setting, file));
    while (block.find()) {
      if (block.group(1).equals("CERTIFICATE")) {
        certificates.add(certificate(setting, file, block.group()));
      }
    }
    if (certificates.isEmpty()) {
      throw wrong(setting, file, "has no certificate: write -----BEGIN CERTIFICATE----- …", null);
    }
    return certificates;
  }

  private static X509Certificate certificate(String setting, Path file, String pem) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(
                  new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    } catch (CertificateException e) {
      throw wrong(setting, file, "has a certificate that cannot be read: make it anew", e);
    }
  }

  /**
   * The same for our own: the first one is checked, as a server would refuse it with less words.
   *
   * @throws UsageException also if it has expired, or is for a later time
   */
  static List<X509Certificate> ownCertificates(String setting, Path file) {
    List<X509Certificate> chain = certificates(setting, file);
    try {
      chain.get(0).checkValidity();
      return chain;
    } catch (CertificateExpiredException e) {
      String when = chain.get(0).getNotAfter().toInstant().toString();
      throw wrong(setting, file, "has a certificate that expired at " + when + ": renew it", e);
    } catch (CertificateNotYetValidException e) {
      String when = chain.get(0).getNotBefore().toInstant().toString();
      throw wrong(setting, file, "has a certificate that begins at " + when + ": wait", e);
    }
  }

  /**
   * The private key of a file.
   *
   * @throws UsageException if there is none, or it is not PKCS#8 without a password
   */
  static PrivateKey privateKey(String setting, Path file) {
    Matcher block = BLOCK.matcher(text(setting, file));
    String other = "";
    while (block.find()) {
      if (block.group(1).equals(PKCS8)) {
        return privateKey(setting, file, block.group(2));
      }
      other = block.group(1).endsWith(PKCS8) ? block.group(1) : other;
    }
    if (other.isEmpty()) {
      throw wrong(setting, file, "has no private key: write -----BEGIN PRIVATE KEY----- …", null);
    }
    throw wrong(
        setting,
        file,
        "has a key of the form " + other + ": change it with openssl pkcs8 -topk8 -nocrypt",
        null);
  }

  private static PrivateKey privateKey(String setting, Path file, String base64) {
    try {
      PKCS8EncodedKeySpec key = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64));
      for (String algorithm : ALGORITHMS) {
        try {
          return KeyFactory.getInstance(algorithm).generatePrivate(key);
        } catch (InvalidKeySpecException e) {
          // It is of another algorithm.
          continue;
        }
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw wrong(setting, file, "has a private key that cannot be read: make it anew", e);
    }
    throw wrong(setting, file, "has a private key that is neither RSA nor EC: make one", null);
  }

  private static String text(String setting, Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw wrong(setting, file, "cannot be read: " + IoReason.of(e), e);
    }
  }

  private static UsageException wrong(
      String setting, Path file, String what, @Nullable Throwable cause) {
    return new UsageException(setting + " is " + file + ", which " + what, cause);
  }
}
