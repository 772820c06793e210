package io.rrrspec.common.files;

import java.util.List;
import java.util.Optional;

/**
 * A pattern of paths below a directory: {@code *} stands for any characters but a slash, {@code ?}
 * for one of them, {@code **} for any characters, and {@code **}{@code /} also for nothing.
 * Everything else stands for itself.
 */
public final class PathGlob {
  /** Characters that a pattern has at most. */
  public static final int LONGEST = 1_000;

  /** Patterns that a job declares at most as inputs, and as outputs. */
  public static final int MOST = 1_000;

  private final String text;

  private final Glob glob;

  private PathGlob(String text) {
    this.text = text;
    this.glob = Glob.of(text, '/');
  }

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException if {@link #mistake} finds one
   */
  public static PathGlob of(String text) {
    mistake(text)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(why);
            });
    return new PathGlob(text);
  }

  /** Reads several patterns, in the same order. */
  public static List<PathGlob> all(List<String> texts) {
    return texts.stream().map(PathGlob::of).toList();
  }

  /** What is wrong with a pattern, and what to write; empty if nothing is. */
  public static Optional<String> mistake(String text) {
    if (text.isEmpty() || text.length() > LONGEST) {
      return Optional.of("is empty or longer than 1,000 characters: write a shorter path");
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      return Optional.of("has control characters: write a path in one line");
    }
    if (text.startsWith("/")) {
      return Optional.of("is absolute: write a path below the sent directory");
    }
    List<String> parts = List.of(text.split("/", -1));
    if (parts.contains("..")) {
      return Optional.of("leaves the directory: write a path without '..'");
    }
    return parts.contains("") || parts.contains(".")
        ? Optional.of("has an empty part or '.': write it as src/a.txt or src/**")
        : Optional.empty();
  }

  /**
   * Whether it matches a path.
   *
   * @param path relative, with slashes
   */
  public boolean matches(String path) {
    return glob.matches(path);
  }

  /** The directory in which every match is, without a slash at its end; empty: anywhere. */
  public String directory() {
    int wild = 0;
    while (wild < text.length() && text.charAt(wild) != '*' && text.charAt(wild) != '?') {
      wild++;
    }
    return text.substring(0, Math.max(0, text.lastIndexOf('/', wild)));
  }

  /** The pattern as it was written. */
  @Override
  public String toString() {
    return text;
  }
}
