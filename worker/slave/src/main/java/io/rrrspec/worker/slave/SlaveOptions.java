package io.rrrspec.worker.slave;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a slave is told on its command line.
 *
 * @param tasksetKey the taskset to work for
 * @param slaveFile where Redis is; null under a foreign worker, which writes no such file
 * @param config the file given with -c, or null
 * @param settings a file, perhaps an open descriptor, with the variables {@code RRRSPEC_…} that
 *     were taken out of the environment; null: they are still there
 * @param directory where the slave was started; null: here
 * @param launch the launch that its worker has chosen for it; null: none
 */
record SlaveOptions(
    String tasksetKey,
    @Nullable Path slaveFile,
    @Nullable Path config,
    @Nullable Path settings,
    @Nullable Path directory,
    @Nullable String launch) {

  static SlaveOptions parse(String[] args) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i + 1 < args.length; i += 2) {
      values.put(args[i], args[i + 1]);
    }
    String taskset = values.getOrDefault("--taskset", "");
    if (taskset.isEmpty()) {
      throw new IllegalArgumentException(
          "a slave needs RRRSPEC_TASKSET_KEY: it is started by a worker, not by hand");
    }
    return new SlaveOptions(
        taskset,
        path(values, "--slave-file"),
        path(values, "--config"),
        path(values, "--settings"),
        path(values, "--directory"),
        values.get("--launch"));
  }

  private static @Nullable Path path(Map<String, String> values, String option) {
    String value = values.getOrDefault(option, "");
    return value.isEmpty() ? null : Path.of(value);
  }
}
