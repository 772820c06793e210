package io.rrrspec.persister.record.row;

import java.util.Locale;

/** Enum constants in columns. */
public final class SqlEnum {
  private SqlEnum() {}

  /** A constant as columns have it. */
  public static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
