package io.rrrspec.common.config;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.GivenValue.From;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the files say: one that was named is alone, else the project's over the user's, by the
 * {@link MergeRule} of each setting.
 *
 * @param values what counts
 * @param passedOver what the user's file has and does not count, because of {@code because}
 * @param because the first setting of the project's file that opens a connection; null: there is
 *     none
 */
record FileSettings(
    Map<Setting<?>, GivenValue> values,
    Map<Setting<?>, GivenValue> passedOver,
    @Nullable Setting<?> because) {
  private static final int SHOWN = 100;

  /**
   * Reads and checks them, also what does not count.
   *
   * @throws UsageException with the file, the line and the key
   */
  static FileSettings read(SettingsSources sources) {
    Path named = ConfigFile.named(sources);
    if (named != null) {
      return new FileSettings(values(named, sources, From.USER), Map.of(), null);
    }
    Path project = ConfigFile.in(sources.project());
    Path home = ConfigFile.in(sources.home());
    if (project != null && home != null && ConfigFile.isSame(project, home)) {
      project = null;
    }
    return merge(
        project == null ? Map.of() : values(project, sources, From.PROJECT),
        home == null ? Map.of() : values(home, sources, From.USER));
  }

  private static FileSettings merge(
      Map<Setting<?>, GivenValue> ofProject, Map<Setting<?>, GivenValue> ofHome) {
    Setting<?> because =
        ofProject.keySet().stream()
            .filter(setting -> setting.mergeRule() == MergeRule.CONNECTION)
            .findFirst()
            .orElse(null);
    Map<Setting<?>, GivenValue> values = new LinkedHashMap<>();
    Map<Setting<?>, GivenValue> passedOver = new LinkedHashMap<>();
    ofHome.forEach(
        (setting, value) ->
            (because == null || setting.mergeRule() == MergeRule.EACH ? values : passedOver)
                .put(setting, value));
    values.putAll(ofProject);
    return new FileSettings(values, passedOver, because);
  }

  private static Map<Setting<?>, GivenValue> values(Path file, SettingsSources sources, From from) {
    ValueOrigin place = new ValueOrigin(file.toAbsolutePath().resolveSibling(""), sources.home());
    Map<Setting<?>, GivenValue> values = new LinkedHashMap<>();
    for (ConfigFile.Entry entry : ConfigFile.read(file)) {
      String where = file + " line " + entry.line();
      Setting<?> setting = SettingsTable.byKey(entry.key());
      if (setting == null) {
        List<String> keys = SettingsTable.keys();
        throw new UsageException(
            where
                + ": unknown key '"
                + (entry.key().length() > SHOWN
                    ? entry.key().substring(0, SHOWN) + "…"
                    : entry.key())
                + "'"
                + NearestName.hint(entry.key(), keys, ": the keys are " + String.join(", ", keys)));
      }
      // 'key:' with nothing behind it sets nothing.
      if (!entry.value().isNull()) {
        Object value = setting.read(entry.value(), place, where + ": " + setting);
        if (from == From.PROJECT && setting == SettingsTable.DATABASE_URL) {
          refuseFileOfH2(value.toString(), where);
        }
        values.put(setting, new GivenValue(value, where, from));
      }
    }
    return values;
  }

  /** A file of H2 may hold programs, which run when somebody reads its tables. */
  private static void refuseFileOfH2(String url, String where) {
    if (url.startsWith("jdbc:h2:")) {
      throw new UsageException(
          where
              + ": database_url is one of H2, whose files may hold programs: if you trust this"
              + " project, name the file with -c, else leave the key out");
    }
  }
}
