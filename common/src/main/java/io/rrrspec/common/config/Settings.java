package io.rrrspec.common.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.rrrspec.common.UsageException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was set, by the file, then the environment, then the command line; the later wins. Parts
 * read it through their records ({@link SharedSettings}, {@link ClientSettings}, {@link
 * ServerSettings}, {@link WorkerSettings}), which also know the defaults that depend on the
 * surroundings.
 */
public final class Settings {
  private static final List<String> KEYS =
      SettingsTable.all().stream().<String>map(Setting::key).toList();
  private static final List<String> VARIABLES =
      SettingsTable.all().stream().<String>map(Setting::variable).toList();

  private final SettingsSources sources;
  private final Map<Setting<?>, Object> values = new HashMap<>();

  private Settings(SettingsSources sources) {
    this.sources = sources;
  }

  /**
   * Reads everything and checks all of it, whoever will use it.
   *
   * @throws UsageException with one line that names the place, what is wrong and what to write
   */
  public static Settings load(SettingsSources sources) {
    Settings settings = new Settings(sources);
    Path file = ConfigFile.find(sources);
    if (file != null) {
      settings.readFile(file);
    }
    settings.readEnvironment();
    settings.readOptions();
    return settings;
  }

  /** The value, or its default: only for settings whose default is a text in the table. */
  public <T> T get(Setting<T> setting) {
    T value = find(setting);
    if (value != null) {
      return value;
    }
    String text = setting.defaultText();
    if (text == null) {
      throw new IllegalStateException(setting + " has a default of its own");
    }
    return setting.type().read(new TextNode(text), here());
  }

  /** The value that somebody gave, or null. */
  @SuppressWarnings("unchecked") // put() is the only way in, and takes what the type's reader gave
  public <T> @Nullable T find(Setting<T> setting) {
    return (T) values.get(setting);
  }

  /** Where they came from. */
  public SettingsSources sources() {
    return sources;
  }

  private void readFile(Path file) {
    ValueOrigin place = new ValueOrigin(file.toAbsolutePath().resolveSibling(""), sources.home());
    for (ConfigFile.Entry entry : ConfigFile.read(file)) {
      String where = file + " line " + entry.line();
      Setting<?> setting = byKey(entry.key());
      if (setting == null) {
        throw new UsageException(
            where
                + ": unknown key '"
                + entry.key()
                + "'"
                + NearestName.hint(entry.key(), KEYS, ": the keys are " + String.join(", ", KEYS)));
      }
      // 'key:' with nothing behind it is how one leaves a setting at its default.
      if (!entry.value().isNull()) {
        put(setting, entry.value(), place, where + ": " + setting);
      }
    }
  }

  private void readEnvironment() {
    Map<String, String> environment = sources.environment();
    for (Setting<?> setting : SettingsTable.all()) {
      String text = environment.get(setting.variable());
      if (text != null) {
        put(setting, new TextNode(text), here(), "environment variable " + setting.variable());
      }
    }
    for (String name : environment.keySet()) {
      if (name.startsWith(Environment.PREFIX)
          && !VARIABLES.contains(name)
          && !Environment.NOT_SETTINGS.contains(name)) {
        refuseMistyped(name);
      }
    }
  }

  /** Other programs may have variables that begin like ours: only what is nearly right is wrong. */
  private static void refuseMistyped(String name) {
    String meant = NearestName.to(name.substring(Environment.PREFIX.length()), KEYS);
    if (meant != null) {
      String variable = VARIABLES.get(KEYS.indexOf(meant));
      throw new UsageException(
          "environment variable " + name + " is unknown: did you mean '" + variable + "'?");
    }
  }

  private void readOptions() {
    sources
        .options()
        .forEach(
            (setting, text) ->
                put(setting, new TextNode(text), here(), "option " + setting.option()));
  }

  private void put(Setting<?> setting, JsonNode written, ValueOrigin place, String where) {
    try {
      values.put(setting, setting.type().read(written, place));
    } catch (WrongItemException e) {
      throw new UsageException(where + " has '" + brief(e.item()) + "'" + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      String shown = setting.secret() ? "not readable" : "'" + brief(written) + "'";
      throw new UsageException(where + " is " + shown + ": write " + setting.type(), e);
    }
  }

  private ValueOrigin here() {
    return new ValueOrigin(sources.directory(), sources.home());
  }

  private static @Nullable Setting<?> byKey(String key) {
    int index = KEYS.indexOf(key);
    return index < 0 ? null : SettingsTable.all().get(index);
  }

  private static String brief(JsonNode written) {
    return brief(written.isValueNode() ? written.asText() : written.toString());
  }

  /** In one line that is not too long. */
  private static String brief(String text) {
    String line = text.replaceAll("\\s+", " ").strip();
    return line.length() <= 80 ? line : line.substring(0, 80) + "…";
  }
}
