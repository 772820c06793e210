package io.rrrspec.common.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a row of the table readable. */
final class SettingBuilder<T> {
  private final List<Setting<?>> table;
  private final String key;
  private final ValueType<T> type;
  private final String description;
  private List<SettingUser> usedBy = List.of();
  private @Nullable String defaultText;
  private @Nullable String defaultNote;
  private @Nullable String option;
  private boolean secret;
  private MergeRule mergeRule = MergeRule.EACH;

  SettingBuilder(List<Setting<?>> table, String key, ValueType<T> type, String description) {
    this.table = table;
    this.key = key;
    this.type = type;
    this.description = description;
  }

  SettingBuilder<T> by(SettingUser... parts) {
    usedBy = List.of(parts);
    return this;
  }

  /** The default, as one would write it. */
  SettingBuilder<T> or(String text) {
    defaultText = text;
    return this;
  }

  /** The default in words: it depends on the surroundings. */
  SettingBuilder<T> orElse(String note) {
    defaultNote = note;
    return this;
  }

  SettingBuilder<T> option(String name) {
    option = name;
    return this;
  }

  SettingBuilder<T> secret() {
    secret = true;
    return this;
  }

  /** It opens a connection, carries a secret or says what a daemon runs. */
  SettingBuilder<T> connects() {
    mergeRule = MergeRule.CONNECTION;
    return this;
  }

  /** It goes to the Redis of the run, and may have passwords in it. */
  SettingBuilder<T> sent() {
    mergeRule = MergeRule.SENT;
    return this;
  }

  Setting<T> add() {
    Setting<T> setting =
        new Setting<>(
            key, type, usedBy, defaultText, defaultNote, description, option, secret, mergeRule);
    table.add(setting);
    return setting;
  }
}
