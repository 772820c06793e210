package io.rrrspec.common.config;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One key of the configuration.
 *
 * @param key as it stands in the file
 * @param type what its values look like
 * @param usedBy who reads it
 * @param defaultText its default as one would write it, or null if that comes from elsewhere
 * @param defaultNote what the default is, for readers, where defaultText does not say it
 * @param description one sentence without the full stop
 * @param option the command line option for it, or null
 * @param secret whether its value must not be printed
 */
public record Setting<T>(
    String key,
    ValueType<T> type,
    List<SettingUser> usedBy,
    @Nullable String defaultText,
    @Nullable String defaultNote,
    String description,
    @Nullable String option,
    boolean secret) {

  /** The environment variable for it. */
  public String variable() {
    String name = "RRRSPEC_" + key.toUpperCase(Locale.ROOT);
    // A worker gives RRRSPEC_WORKING_DIR to its slaves, where it means something else.
    return Environment.NOT_SETTINGS.contains(name)
        ? "RRRSPEC_WORKER_" + key.toUpperCase(Locale.ROOT)
        : name;
  }

  /** The default as documentation shows it. */
  public String shownDefault() {
    if (defaultNote != null) {
      return defaultNote;
    }
    return defaultText == null || defaultText.isEmpty() ? "none" : "`" + defaultText + "`";
  }

  @Override
  public String toString() {
    return key;
  }
}
