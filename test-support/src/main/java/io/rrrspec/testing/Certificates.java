package io.rrrspec.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A private CA with certificates for both sides, made by openssl as people make them. */
public final class Certificates {
  private static final int DAYS = 2;

  private final Path dir;
  private final String ca;

  /**
   * A certificate.
   *
   * @param file its PEM file
   * @param key its private key, PKCS#8 in PEM
   */
  public record Pair(Path file, Path key) {}

  private Certificates(Path dir, String ca) {
    this.dir = dir;
    this.ca = ca;
  }

  /**
   * Makes a CA.
   *
   * @param name of the CA and its files, which go into the directory
   */
  public static Certificates ca(Path dir, String name) throws IOException, InterruptedException {
    RealParts.require("openssl");
    openssl(
        dir,
        List.of("req", "-x509", "-days", Integer.toString(DAYS)),
        newKey(name),
        List.of("-out", name + ".pem", "-subj", "/CN=" + name));
    return new Certificates(dir, name);
  }

  /** The certificate of the CA. */
  public Path file() {
    return dir.resolve(ca + ".pem");
  }

  /**
   * Signs a certificate.
   *
   * @param name of its owner and its files
   * @param host what it is valid for, such as {@code IP:127.0.0.1}
   */
  public Pair sign(String name, String host) throws IOException, InterruptedException {
    return sign(name, host, DAYS);
  }

  /** The same with one that ended a day ago. */
  public Pair signExpired(String name, String host) throws IOException, InterruptedException {
    return sign(name, host, -1);
  }

  private Pair sign(String name, String host, int days) throws IOException, InterruptedException {
    openssl(
        dir, List.of("req"), newKey(name), List.of("-out", name + ".csr", "-subj", "/CN=" + name));
    Files.writeString(dir.resolve(name + ".ext"), "subjectAltName=" + host + "\n");
    openssl(
        dir,
        List.of("x509", "-req", "-in", name + ".csr", "-out", name + ".pem"),
        List.of("-CA", ca + ".pem", "-CAkey", ca + ".key", "-CAcreateserial"),
        List.of("-days", Integer.toString(days), "-extfile", name + ".ext"));
    return new Pair(dir.resolve(name + ".pem"), dir.resolve(name + ".key"));
  }

  private static List<String> newKey(String name) {
    return List.of(
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-keyout",
        name + ".key");
  }

  @SafeVarargs
  private static void openssl(Path dir, List<String>... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("openssl"));
    for (List<String> more : words) {
      command.addAll(more);
    }
    Path said = dir.resolve("openssl.txt");
    int code =
        new ProcessBuilder(command)
            .directory(dir.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException(String.join(" ", command) + ": " + Files.readString(said));
    }
  }
}
