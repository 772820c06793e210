package io.rrrspec.common.config;

import io.rrrspec.common.process.HostName;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a worker needs to know about itself.
 *
 * @param name unique in a namespace; a safe name
 * @param type which runs it may serve
 * @param slaves how many at once; 1 or more
 * @param workingDir the directory of its workspaces; absolute
 * @param setupAlways whether it sets up even if nothing has changed
 * @param rsyncRemotePath in place of what the server publishes, or null
 * @param rsyncOptions in place of what the server publishes, or null
 * @param slaveConfigFiles for slaves of Ruby rrrspec
 */
public record WorkerSettings(
    String name,
    String type,
    int slaves,
    Path workingDir,
    boolean setupAlways,
    @Nullable String rsyncRemotePath,
    @Nullable String rsyncOptions,
    List<String> slaveConfigFiles) {

  public static WorkerSettings of(Settings settings) {
    String name = settings.find(SettingsTable.WORKER_NAME);
    Integer slaves = settings.find(SettingsTable.SLAVES);
    Path workingDir = settings.find(SettingsTable.WORKING_DIR);
    return new WorkerSettings(
        name == null ? SafeName.from(HostName.ofThisHost()) : name,
        settings.get(SettingsTable.WORKER_TYPE),
        slaves == null ? Runtime.getRuntime().availableProcessors() : slaves,
        workingDir == null ? settings.sources().dataDir().resolve("work") : workingDir,
        settings.get(SettingsTable.SETUP).equals("always"),
        settings.find(SettingsTable.RSYNC_REMOTE_PATH),
        settings.find(SettingsTable.RSYNC_OPTIONS),
        settings.get(SettingsTable.SLAVE_CONFIG_FILES));
  }
}
