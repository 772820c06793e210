package io.rrrspec.common.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.UsageException;
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
 * @param mergeRule how a project's file and the one of the home directory are merged
 */
public record Setting<T>(
    String key,
    ValueType<T> type,
    List<SettingUser> usedBy,
    @Nullable String defaultText,
    @Nullable String defaultNote,
    String description,
    @Nullable String option,
    boolean secret,
    MergeRule mergeRule) {

  /** The environment variable for it. */
  public String variable() {
    String name = "RRRSPEC_" + key.toUpperCase(Locale.ROOT);
    // A worker gives RRRSPEC_WORKING_DIR to its slaves, where it means something else.
    return Environment.NOT_SETTINGS.contains(name)
        ? "RRRSPEC_WORKER_" + key.toUpperCase(Locale.ROOT)
        : name;
  }

  /**
   * Reads what was written for it.
   *
   * @param written as it stands there
   * @param place what its paths mean
   * @param where the beginning of the line for the user, with the place and the key
   * @throws UsageException if it does not fit
   */
  T read(JsonNode written, ValueOrigin place, String where) {
    try {
      return type.read(written, place);
    } catch (WrongItemException e) {
      throw new UsageException(where + " has '" + brief(e.item()) + "'" + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      String shown = secret ? "not readable" : "'" + brief(written) + "'";
      throw new UsageException(where + " is " + shown + ": write " + type, e);
    }
  }

  private static String brief(JsonNode written) {
    return brief(written.isValueNode() ? written.asText() : written.toString());
  }

  /** In one line that is not too long. */
  private static String brief(String text) {
    String line = text.replaceAll("\\s+", " ").strip();
    return line.length() <= 80 ? line : line.substring(0, 80) + "…";
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
