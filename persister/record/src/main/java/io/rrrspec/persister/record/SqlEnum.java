package io.rrrspec.persister.record;

import java.util.Locale;

/** Enum constants in columns. */
final class SqlEnum {
  private SqlEnum() {}

  static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
