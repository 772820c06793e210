package io.rrrspec.common.config;

import org.jspecify.annotations.Nullable;

/**
 * What the server publishes, so that clients and workers need no configuration of their own.
 *
 * @param rsyncRemotePath as rsync writes it, or null if sources are not sent
 * @param rsyncOptions with blanks between; may be empty
 */
public record ServerSettings(@Nullable String rsyncRemotePath, String rsyncOptions) {

  public static ServerSettings of(Settings settings) {
    return new ServerSettings(
        settings.find(SettingsTable.RSYNC_REMOTE_PATH), settings.get(SettingsTable.RSYNC_OPTIONS));
  }
}
