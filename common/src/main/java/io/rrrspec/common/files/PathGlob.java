package io.rrrspec.common.files;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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

  private static final int NAME = -1;
  private static final int ANYTHING = -2;
  private static final int DIRECTORIES = -3;

  private final String text;

  /** Characters, and what stands for several of them. */
  private final int[] glob;

  private PathGlob(String text) {
    this.text = text;
    this.glob = parts(text);
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
    // All places of the pattern where the path may be: no pattern takes more than its length for
    // each character, as backtracking would.
    BitSet now = new BitSet();
    enter(now, 0);
    for (int c : path.codePoints().toArray()) {
      BitSet next = new BitSet();
      for (int i = now.nextSetBit(0); i >= 0 && i < glob.length; i = now.nextSetBit(i + 1)) {
        step(next, i, c);
      }
      now = next;
    }
    return now.get(glob.length);
  }

  private void step(BitSet next, int i, int c) {
    switch (glob[i]) {
      case NAME -> {
        if (c != '/') {
          enter(next, i);
        }
      }
      case ANYTHING -> enter(next, i);
      case DIRECTORIES -> {
        next.set(i);
        if (c == '/') {
          enter(next, i + 1);
        }
      }
      default -> {
        if (glob[i] == '?' ? c != '/' : glob[i] == c) {
          enter(next, i + 1);
        }
      }
    }
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

  /** Adds a part, and those behind it that may stand for nothing up to there. */
  private void enter(BitSet parts, int part) {
    for (int i = part; ; i++) {
      parts.set(i);
      if (i == glob.length || glob[i] >= 0) {
        return;
      }
    }
  }

  private static int[] parts(String text) {
    IntStream.Builder parts = IntStream.builder();
    for (int i = 0; i < text.length(); i++) {
      int c = text.codePointAt(i);
      if (text.startsWith("**/", i)) {
        parts.add(DIRECTORIES);
        i += 2;
      } else if (text.startsWith("**", i)) {
        parts.add(ANYTHING);
        i++;
      } else {
        parts.add(c == '*' ? NAME : c);
        i += Character.charCount(c) - 1;
      }
    }
    return parts.build().toArray();
  }
}
