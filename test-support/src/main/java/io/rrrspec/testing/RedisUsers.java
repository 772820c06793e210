package io.rrrspec.testing;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The users of the documentation, one for each part, with passwords that tests know. */
public enum RedisUsers {
  /** For Redis 6.2 and newer. */
  SINCE_6_2("redis-users-6.2.acl"),
  /** For Redis 7 and newer, and Valkey: with fewer rights. */
  SINCE_7("redis-users.acl");

  /** The parts of an installation, as the names of the users have them. */
  public static final List<String> PARTS =
      List.of("server", "worker", "client", "persister", "viewer");

  private static final Pattern NO_PASSWORD =
      Pattern.compile("(?m)^(user rrrspec-([a-z]+) on )#SHA256-OF-ITS-PASSWORD ");

  private final String doc;

  RedisUsers(String doc) {
    this.doc = doc;
  }

  /** The file as the documentation has it. */
  public Path template() {
    return Checkout.doc(doc);
  }

  /** Writes it for {@code aclfile}, with an administrator more, whose password is {@code admin}. */
  public Path write(Path dir) throws IOException {
    Matcher user = NO_PASSWORD.matcher(Files.readString(template()));
    String lines = user.replaceAll("$1>secret-of-$2 ");
    return Files.writeString(dir.resolve(doc), lines + "user admin on >admin ~* &* +@all\n");
  }

  /** The URL by which a part logs in at a Redis of the loopback. */
  public static URI url(String part, int port) {
    return URI.create("redis://rrrspec-" + part + ":secret-of-" + part + "@127.0.0.1:" + port);
  }

  /** The URL of the administrator. */
  public static URI adminUrl(int port) {
    return URI.create("redis://admin:admin@127.0.0.1:" + port);
  }
}
