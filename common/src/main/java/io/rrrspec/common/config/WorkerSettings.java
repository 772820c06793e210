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
 * @param slaves how many at once
 * @param workingDir the directory of its workspaces; absolute
 * @param setupAlways whether it sets up even if nothing has changed
 * @param rsyncRemotePath in place of what the server publishes, or null
 * @param rsyncOptions in place of what the server publishes, or null
 * @param diskLimitGb what its workspaces may take, in 10^9 bytes, or null for no limit
 * @param artifacts how it gives what it has made to other workers
 * @param slaveConfigFiles for slaves of Ruby rrrspec
 * @param jdks directories of JDKs that are looked at first
 * @param compilerPriority {@code low} or {@code normal}: that of C2 in test JVMs
 */
public record WorkerSettings(
    String name,
    String host,
    String type,
    SlaveNumber slaves,
    Path workingDir,
    boolean setupAlways,
    @Nullable String rsyncRemotePath,
    @Nullable String rsyncOptions,
    @Nullable Integer diskLimitGb,
    Artifacts artifacts,
    List<String> slaveConfigFiles,
    List<String> jdks,
    String compilerPriority) {
  /**
   * What a worker keeps for others, and where they get it.
   *
   * @param cacheGb what is kept, in 10^9 bytes; 0: nothing
   * @param bind the address to listen on
   * @param port 0: a free one
   * @param host the name or address that others use
   */
  public record Artifacts(int cacheGb, String bind, int port, String host) {}

  public static WorkerSettings of(Settings settings) {
    String name = settings.find(SettingsTable.WORKER_NAME);
    SlaveNumber slaves = settings.find(SettingsTable.SLAVES);
    Path workingDir = settings.find(SettingsTable.WORKING_DIR);
    String host = HostName.ofThisHost();
    return new WorkerSettings(
        name == null ? SafeName.from(host) : name,
        host,
        settings.get(SettingsTable.WORKER_TYPE),
        slaves == null ? SlaveNumber.of(Runtime.getRuntime().availableProcessors()) : slaves,
        workingDir == null ? settings.sources().dataDir().resolve("work") : workingDir,
        settings.get(SettingsTable.SETUP).equals("always"),
        settings.find(SettingsTable.RSYNC_REMOTE_PATH),
        settings.find(SettingsTable.RSYNC_OPTIONS),
        settings.find(SettingsTable.DISK_LIMIT_GB),
        artifacts(settings, host),
        settings.get(SettingsTable.SLAVE_CONFIG_FILES),
        settings.get(SettingsTable.JDKS),
        settings.get(SettingsTable.COMPILER_PRIORITY));
  }

  private static Artifacts artifacts(Settings settings, String ownHost) {
    String bind = settings.get(SettingsTable.BIND);
    String told = settings.find(SettingsTable.ARTIFACT_HOST);
    boolean everywhere = bind.equals("0.0.0.0") || bind.equals("::") || bind.equals("[::]");
    return new Artifacts(
        settings.get(SettingsTable.ARTIFACT_CACHE_GB),
        bind,
        settings.get(SettingsTable.ARTIFACT_PORT),
        told != null ? told : everywhere ? ownHost : bind);
  }
}
