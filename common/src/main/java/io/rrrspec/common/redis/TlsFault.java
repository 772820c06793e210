package io.rrrspec.common.redis;

import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.RedisFiles;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateExpiredException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Says in a person's words why a connection over TLS did not come about, and what to change. */
final class TlsFault {
  private static final String ALERT = "Received fatal alert: ";

  private TlsFault() {}

  /** Explains a failure to connect; empty if TLS is not its cause. */
  static Optional<String> explain(RedisAddress address, Throwable thrown) {
    if (address.kind() != RedisAddress.Kind.TLS) {
      return Optional.empty();
    }
    List<Throwable> chain = Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).toList();
    if (chain.stream().anyMatch(TlsFault::isOfNetwork)) {
      return Optional.empty();
    }
    if (chain.stream().anyMatch(SocketTimeoutException.class::isInstance)) {
      // A Redis without TLS waits for the end of what it takes for a line.
      return Optional.of(
          "it accepts the connection and does not answer: write its tls-port, or redis:// if it"
              + " has none");
    }
    boolean expired = chain.stream().anyMatch(CertificateExpiredException.class::isInstance);
    return Optional.of(
        chain.stream()
            .filter(SSLException.class::isInstance)
            .findFirst()
            .map(tls -> explain(address.files(), String.valueOf(tls.getMessage()), expired))
            .orElseGet(() -> ended(address.files())));
  }

  /** Nobody was reached at all. */
  private static boolean isOfNetwork(Throwable thrown) {
    return thrown instanceof ConnectException
        || thrown instanceof UnknownHostException
        || String.valueOf(thrown.getMessage()).startsWith("Failed to connect");
  }

  private static String explain(RedisFiles files, String message, boolean expired) {
    if (message.startsWith(ALERT)) {
      return refused(files, message.substring(ALERT.length()));
    }
    if (expired) {
      return "its certificate has expired: renew it";
    }
    if (message.contains("No subject alternative") || message.contains("No name matching")) {
      return "its certificate is for another host name ("
          + message
          + "): write that name into `redis`, or make a certificate for this one";
    }
    if (message.contains("PKIX")) {
      return files.ca() == null
          ? "no CA that the JDK knows has signed its certificate: set redis_ca_file"
          : "no CA of redis_ca_file " + files.ca() + " has signed its certificate: correct it";
    }
    if (message.contains("Unsupported or unrecognized SSL message")) {
      return "it does not speak TLS there: write its tls-port, or redis:// if it has none";
    }
    return message.contains("Broken pipe") || message.contains("Connection reset")
        ? ended(files)
        : message;
  }

  private static String refused(RedisFiles files, String alert) {
    return files.certificate() == null
        ? "it requires a certificate of ours ("
            + alert
            + "): set redis_certificate_file and redis_key_file"
        : "it refuses the certificate of redis_certificate_file "
            + files.certificate()
            + " ("
            + alert
            + "): have it signed by a CA of its tls-ca-cert-file";
  }

  /** Its alert may be lost when it closes the connection at once. */
  private static String ended(RedisFiles files) {
    return files.certificate() == null
        ? "it ended the connection: if it requires a certificate of ours, set"
            + " redis_certificate_file and redis_key_file"
        : "it ended the connection: is the certificate of redis_certificate_file "
            + files.certificate()
            + " signed by a CA of its tls-ca-cert-file?";
  }
}
