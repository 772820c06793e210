package io.rrrspec.common.config;

import com.fasterxml.jackson.databind.node.TextNode;
import io.rrrspec.common.UsageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was set, by the files, then the environment, then the command line; the later wins. Parts
 * read it through their records ({@link SharedSettings}, {@link ClientSettings}, {@link
 * ServerSettings}, {@link WorkerSettings}), which also know the defaults that depend on the
 * surroundings.
 */
public final class Settings {
  private static final List<String> KEYS = SettingsTable.keys();
  private static final List<String> VARIABLES =
      SettingsTable.all().stream().<String>map(Setting::variable).toList();

  private final SettingsSources sources;
  private final FileSettings files;
  private final Map<Setting<?>, GivenValue> values = new HashMap<>();

  private Settings(SettingsSources sources) {
    this.sources = sources;
    this.files = FileSettings.read(sources);
    values.putAll(files.values());
  }

  /**
   * Reads everything and checks all of it, whoever will use it.
   *
   * @throws UsageException with one line that names the place, what is wrong and what to write
   */
  public static Settings load(SettingsSources sources) {
    Settings settings = new Settings(sources);
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
    GivenValue given = values.get(setting);
    return given == null ? null : (T) given.value();
  }

  /**
   * What a message about the value adds at its end: the file and the line that it is from, and the
   * place in the user's file that was passed over.
   *
   * @return in parentheses, after a blank; empty if no file is concerned
   */
  public String origin(Setting<?> setting) {
    List<String> parts = new ArrayList<>();
    GivenValue given = values.get(setting);
    if (given != null && given.ofFile()) {
      parts.add("from " + given.where());
    }
    GivenValue unused = files.passedOver().get(setting);
    Setting<?> because = files.because();
    if (unused != null && because != null && (given == null || given.ofFile())) {
      parts.add(
          unused.where() + " is not used, because '" + because + "' is set in the project's file");
    }
    return parts.isEmpty() ? "" : " (" + String.join("; ", parts) + ")";
  }

  /** The same; of a value that nobody gave it says that it is the default, and where to set it. */
  public String originOrDefault(Setting<?> setting) {
    String origin = origin(setting);
    return origin.isEmpty() && !values.containsKey(setting)
        ? " (the default; set '"
            + setting.key()
            + "' in ~/.rrrspec.yml, or the variable "
            + setting.variable()
            + ")"
        : origin;
  }

  /** Whether the value is from the project's file: then a stranger may have written it. */
  public boolean isOfProject(Setting<?> setting) {
    GivenValue given = values.get(setting);
    return given != null && given.from() == GivenValue.From.PROJECT;
  }

  /** Where they came from. */
  public SettingsSources sources() {
    return sources;
  }

  private void readEnvironment() {
    Map<String, String> environment = sources.environment();
    for (Setting<?> setting : SettingsTable.all()) {
      String text = environment.get(setting.variable());
      if (text != null) {
        put(setting, text, "environment variable " + setting.variable());
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
    sources.options().forEach((setting, text) -> put(setting, text, "option " + setting.option()));
  }

  private void put(Setting<?> setting, String text, String where) {
    Object value = setting.read(new TextNode(text), here(), where);
    values.put(setting, new GivenValue(value, where, GivenValue.From.CALLER));
  }

  private ValueOrigin here() {
    return new ValueOrigin(sources.directory(), sources.home());
  }
}
