package io.rrrspec.common.http;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.SharedSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The {@code token} of the settings, which a client that changes something has to bring. */
public final class AccessToken {
  private static final String BEARER = "Bearer ";

  private final byte[] token;

  /** Takes the one of the settings; empty: there is none. */
  public AccessToken(SharedSettings settings) {
    this.token = settings.token().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Refuses ports that others can reach and that ask for no token.
   *
   * @param use what the token is asked for, in words that follow "which"
   * @throws UsageException if that is so
   */
  public static void requireBeyondLoopback(SharedSettings settings, String use) {
    if (!Hosts.isLoopback(settings.bind()) && settings.token().isEmpty()) {
      throw new UsageException(
          "bind is "
              + settings.bind()
              + ", which others can reach, and there is no token: set token, which "
              + use
              + ", or bind to 127.0.0.1");
    }
  }

  /** Whether there is one. */
  public boolean isSet() {
    return token.length > 0;
  }

  /** Whether this is the token; takes the same time wherever the difference is. */
  public boolean matches(@Nullable String brought) {
    return brought != null
        && isSet()
        && MessageDigest.isEqual(brought.getBytes(StandardCharsets.UTF_8), token);
  }

  /** What follows {@code Bearer} in a header {@code Authorization}; null if that is not one. */
  public static @Nullable String bearer(@Nullable String header) {
    return header != null && header.startsWith(BEARER) ? header.substring(BEARER.length()) : null;
  }
}
