package io.rrrspec.common.config;

import io.rrrspec.common.UsageException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the server publishes, so that clients and workers need no configuration of their own, and
 * what it holds queues and jobs to.
 *
 * @param rsyncRemotePath as rsync writes it, or null if sources are not sent
 * @param rsyncOptions with blanks between; may be empty
 * @param queueLimit so many jobs wait in one queue at most
 * @param reclaimAfterSec so long a queue waits under its rate before it gets workers back
 * @param starveAfterSec so long a queue of a strict group waits before it is served first once
 * @param placement whether runs go to workers first that have their workspace
 * @param jobTimeoutSec after so long a job is ended
 * @param jobModules command templates by the name of the module
 * @param jobRoots below which jobs of the module junit may be; absolute
 * @param flowNamespace what the names of keys of flows begin with; null: they are shared with
 *     nobody
 * @param schedule flows that are started at times, by name
 * @param requestJobs the jobs that requests may name, by name, in the order of the file
 * @param tlsCert certificate chain of the command port, or null if that speaks plain TCP
 * @param tlsKey its private key, or null
 */
public record ServerSettings(
    @Nullable String rsyncRemotePath,
    String rsyncOptions,
    int queueLimit,
    int reclaimAfterSec,
    int starveAfterSec,
    boolean placement,
    int jobTimeoutSec,
    Map<String, String> jobModules,
    List<Path> jobRoots,
    @Nullable String flowNamespace,
    Map<String, FlowSchedule> schedule,
    Map<String, RequestJob> requestJobs,
    @Nullable Path tlsCert,
    @Nullable Path tlsKey) {

  /**
   * Reads them.
   *
   * @throws UsageException if a directory of job_roots is not there, or request_jobs names a module
   *     that job_modules does not have
   */
  public static ServerSettings of(Settings settings) {
    Path here = settings.sources().directory();
    return new ServerSettings(
        settings.find(SettingsTable.RSYNC_REMOTE_PATH),
        settings.get(SettingsTable.RSYNC_OPTIONS),
        settings.get(SettingsTable.QUEUE_LIMIT),
        settings.get(SettingsTable.RECLAIM_AFTER_SEC),
        settings.get(SettingsTable.STARVE_AFTER_SEC),
        settings.get(SettingsTable.PLACEMENT).equals("true"),
        settings.get(SettingsTable.JOB_TIMEOUT_SEC),
        settings.get(SettingsTable.JOB_MODULES),
        settings.get(SettingsTable.JOB_ROOTS).stream().map(root -> jobRoot(here, root)).toList(),
        settings.find(SettingsTable.FLOW_NAMESPACE),
        settings.get(SettingsTable.SCHEDULE),
        requestJobs(settings),
        settings.find(SettingsTable.COMMAND_PORT_TLS_CERT),
        settings.find(SettingsTable.COMMAND_PORT_TLS_KEY));
  }

  private static Path jobRoot(Path here, String root) {
    try {
      return directory(here.resolve(root).normalize());
    } catch (InvalidPathException e) {
      throw new UsageException(
          "job_roots has '" + root + "': write the path of a directory of this server", e);
    }
  }

  private static Map<String, RequestJob> requestJobs(Settings settings) {
    Map<String, String> modules = settings.get(SettingsTable.JOB_MODULES);
    Map<String, RequestJob> jobs = new LinkedHashMap<>();
    settings
        .get(SettingsTable.REQUEST_JOBS)
        .forEach((name, entry) -> jobs.put(name, entry.resolved(modules)));
    return Collections.unmodifiableMap(jobs);
  }

  private static Path directory(Path root) {
    if (!Files.isDirectory(root)) {
      throw new UsageException(
          "job_roots has '" + root + "', which is no directory: make it, or write another one");
    }
    return root;
  }
}
