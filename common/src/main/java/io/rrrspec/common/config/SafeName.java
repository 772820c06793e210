package io.rrrspec.common.config;

import java.util.regex.Pattern;

/**
 * Names that become a part of a path or of a Redis key: letters, digits, {@code . _ -}, not
 * starting with a dot. So no name leaves its directory.
 */
public final class SafeName {
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");
  private static final int MAX_LENGTH = 200;

  private SafeName() {}

  public static boolean isSafe(String name) {
    return name.length() <= MAX_LENGTH && SAFE.matcher(name).matches();
  }

  /** A safe name as like the given one as possible; for defaults taken from the surroundings. */
  public static String from(String name) {
    String safe = name.replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^\\.+", "");
    return safe.isEmpty() ? "default" : safe.substring(0, Math.min(safe.length(), MAX_LENGTH));
  }
}
