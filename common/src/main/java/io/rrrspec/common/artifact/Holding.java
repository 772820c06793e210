package io.rrrspec.common.artifact;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An artifact that a worker holds.
 *
 * @param name see {@link Artifact}
 * @param content what it gives to others; null: it can only work with it itself
 */
public record Holding(String name, @Nullable Content content) {
  private static final String WITHOUT_CONTENT = "1";
  private static final Pattern GIVEN = Pattern.compile("([0-9a-f]{64}) ([0-9]{1,18})");

  /**
   * A packed artifact.
   *
   * @param digest SHA-256 in hexadecimal digits
   * @param bytes its size, 0 or more
   */
  public record Content(String digest, long bytes) {}

  /** One that cannot be given to others. */
  public Holding(String name) {
    this(name, null);
  }

  /** As it is in Redis, beside its name. */
  public String text() {
    return content == null ? WITHOUT_CONTENT : content.digest() + " " + content.bytes();
  }

  /** What {@link #text} says is given; empty if nothing is, or it cannot be read. */
  public static Optional<Content> contentOf(@Nullable String text) {
    Matcher given = GIVEN.matcher(text == null ? "" : text);
    return given.matches()
        ? Optional.of(new Content(given.group(1), Long.parseLong(given.group(2))))
        : Optional.empty();
  }
}
