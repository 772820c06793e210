package io.rrrspec.client.source;

import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import java.util.Locale;

/** The order in which a run serves the modules of a build. */
public enum ModuleOrder {
  /** The one with which the run ends soonest: all launches have one rank. */
  FASTEST,
  /** That of the build: a module comes after those that it needs. */
  BUILD,
  /** What has changed since the last green run, then what depends on it, then the others. */
  CHANGED;

  /** What the settings say. */
  public static ModuleOrder of(Settings settings) {
    return valueOf(settings.get(SettingsTable.MODULE_ORDER).toUpperCase(Locale.ROOT));
  }
}
