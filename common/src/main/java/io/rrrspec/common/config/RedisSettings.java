package io.rrrspec.common.config;

import io.rrrspec.common.UsageException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the settings that say how to reach Redis together into its address. */
final class RedisSettings {
  private RedisSettings() {}

  /**
   * The address with its files.
   *
   * @throws UsageException if two settings contradict each other
   */
  static RedisAddress address(Settings settings) {
    RedisAddress redis = settings.get(SettingsTable.REDIS);
    RedisFiles files = files(settings, redis.files());
    // The embedded Redis of a run has a password of its own and no TLS.
    if (redis.isEmbedded()) {
      return redis;
    }
    if (files.password() != null) {
      checkPassword(settings, redis);
    }
    if (files.needTls() && redis.kind() != RedisAddress.Kind.TLS) {
      Setting<Path> setting =
          files.ca() != null ? SettingsTable.REDIS_CA_FILE : SettingsTable.REDIS_CERTIFICATE_FILE;
      throw new UsageException(
          setting
              + " is set"
              + settings.origin(setting)
              + ", and redis is "
              + redis
              + ", without TLS: write rediss:// there, or leave out "
              + setting);
    }
    if ((files.certificate() == null) != (files.key() == null)) {
      throw new UsageException(
          "only one of redis_certificate_file and redis_key_file is set: set both, or none");
    }
    return redis.with(files);
  }

  private static RedisFiles files(Settings settings, RedisFiles ofUrl) {
    return new RedisFiles(
        file(settings, SettingsTable.REDIS_CA_FILE, ofUrl.ca()),
        file(settings, SettingsTable.REDIS_CERTIFICATE_FILE, ofUrl.certificate()),
        file(settings, SettingsTable.REDIS_KEY_FILE, ofUrl.key()),
        file(settings, SettingsTable.REDIS_PASSWORD_FILE, ofUrl.password()));
  }

  private static @Nullable Path file(
      Settings settings, Setting<Path> setting, @Nullable Path ofUrl) {
    return ofUrl == null ? settings.find(setting) : ofUrl;
  }

  private static void checkPassword(Settings settings, RedisAddress redis) {
    if (redis.password() != null) {
      throw new UsageException(
          "redis has a password, and redis_password_file is set"
              + settings.origin(SettingsTable.REDIS_PASSWORD_FILE)
              + ": leave out one of them");
    }
    // A stranger's project would learn the first line of any file, or have the user's password sent
    // to its own Redis.
    for (Setting<?> setting : List.of(SettingsTable.REDIS, SettingsTable.REDIS_PASSWORD_FILE)) {
      if (settings.isOfProject(setting)) {
        throw new UsageException(
            setting
                + " comes from the file of this directory, so no password is read from a file for"
                + " it: set "
                + setting.variable()
                + ", or name the file with -c if you trust it"
                + settings.origin(setting));
      }
    }
  }
}
