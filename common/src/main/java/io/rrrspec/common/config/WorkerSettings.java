package io.rrrspec.common.config;

import io.rrrspec.common.process.HostName;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a worker needs to know about itself.
 *
 * @param name unique in a namespace; a safe name
 * @param host the name of the host
 * @param type which runs it may serve
 * @param slaves how many at once; 1 or more
 * @param workingDir the directory of its workspaces; absolute
 * @param setupAlways whether it sets up even if nothing has changed
 * @param rsyncRemotePath in place of what the server publishes, or null
 * @param rsyncOptions in place of what the server publishes, or null
 * @param diskLimitGb what its workspaces may take, in 10^9 bytes, or null for no limit
 * @param slaveConfigFiles for slaves of Ruby rrrspec
 */
public record WorkerSettings(
    String name,
    String host,
    String type,
    int slaves,
    Path workingDir,
    boolean setupAlways,
    @Nullable String rsyncRemotePath,
    @Nullable String rsyncOptions,
    @Nullable Integer diskLimitGb,
    List<String> slaveConfigFiles) {

  public static WorkerSettings of(Settings settings) {
    String name = settings.find(SettingsTable.WORKER_NAME);
    Integer slaves = settings.find(SettingsTable.SLAVES);
    Path workingDir = settings.find(SettingsTable.WORKING_DIR);
    String host = HostName.ofThisHost();
    return new WorkerSettings(
        name == null ? SafeName.from(host) : name,
        host,
        settings.get(SettingsTable.WORKER_TYPE),
        slaves == null ? Runtime.getRuntime().availableProcessors() : slaves,
        workingDir == null ? settings.sources().dataDir().resolve("work") : workingDir,
        settings.get(SettingsTable.SETUP).equals("always"),
        settings.find(SettingsTable.RSYNC_REMOTE_PATH),
        settings.find(SettingsTable.RSYNC_OPTIONS),
        settings.find(SettingsTable.DISK_LIMIT_GB),
        settings.get(SettingsTable.SLAVE_CONFIG_FILES));
  }
}
