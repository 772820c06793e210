package io.rrrspec.worker.slave;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.config.WorkerSettings;
import io.rrrspec.common.process.ChildProcess;
import io.rrrspec.common.redis.Keys;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Names the worker that a slave belongs to, and its Redis. A worker of ours writes both to a
 * private file. Under a foreign worker the slave reads the settings as every part of ours does, and
 * belongs to the worker of its host, as the slaves of foreign implementations do.
 *
 * @param redis the address, with the password
 * @param keys the names of all keys
 * @param worker the key of the worker
 * @param workerPid the process without which the slave ends; 0 if it is not known
 * @param vouched whether the worker beats for the slave; if not, it beats for itself
 * @param warm whether the worker hands over one taskset after the other
 */
record OwningWorker(
    URI redis, Keys keys, String worker, long workerPid, boolean vouched, boolean warm) {

  static OwningWorker of(SlaveOptions options) {
    Path slaveFile = options.slaveFile();
    if (slaveFile != null) {
      SlaveFile file = SlaveFile.read(slaveFile);
      return new OwningWorker(
          file.redis(),
          new Keys(file.namespace()),
          file.worker(),
          file.workerPid(),
          true,
          file.warm());
    }
    Settings settings = Settings.load(sources(options));
    SharedSettings shared = SharedSettings.of(settings);
    RedisAddress redis = shared.redis();
    if (redis.isEmbedded()) {
      throw new UsageException(
          "redis is embedded: under a foreign worker a slave needs its Redis: write"
              + " redis://host:port");
    }
    Keys keys = new Keys(shared.namespace());
    return new OwningWorker(
        URI.create(redis.toUrl()),
        keys,
        keys.worker(WorkerSettings.of(settings).name()),
        parentOfGroup(),
        false,
        false);
  }

  private static SettingsSources sources(SlaveOptions options) {
    SettingsSources here = SettingsSources.ofThisProcess(options.config());
    Path directory = options.directory();
    Path settings = options.settings();
    Map<String, String> environment = new HashMap<>(here.environment());
    if (settings != null) {
      environment.putAll(read(settings));
    }
    return new SettingsSources(
        here.configFile(),
        environment,
        directory == null ? here.directory() : directory,
        here.home(),
        here.userName(),
        here.options());
  }

  private static Map<String, String> read(Path settings) {
    Map<String, String> variables = new HashMap<>();
    try {
      for (String line : Files.readString(settings).split("\n", -1)) {
        int equals = line.indexOf('=');
        if (equals > 0) {
          variables.put(line.substring(0, equals), line.substring(equals + 1));
        }
      }
    } catch (IOException e) {
      throw new ServiceException("cannot read " + settings + ": " + e.getMessage(), e);
    }
    return variables;
  }

  /** The worker has started the shell that leads the group, and that shell perhaps us. */
  private static long parentOfGroup() {
    return ProcessHandle.of(ChildProcess.ownGroup())
        .flatMap(ProcessHandle::parent)
        .map(ProcessHandle::pid)
        .orElse(0L);
  }
}
