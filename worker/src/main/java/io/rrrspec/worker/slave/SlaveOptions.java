package io.rrrspec.worker.slave;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a slave is told on its command line.
 *
 * @param tasksetKey the taskset to work for
 * @param slaveFile where Redis is
 */
record SlaveOptions(String tasksetKey, Path slaveFile) {

  static SlaveOptions parse(String[] args) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i + 1 < args.length; i += 2) {
      values.put(args[i], args[i + 1]);
    }
    return new SlaveOptions(need(values, "--taskset"), Path.of(need(values, "--slave-file")));
  }

  private static String need(Map<String, String> values, String option) {
    String value = values.get(option);
    if (value == null || value.isEmpty()) {
      throw new IllegalArgumentException(
          "a slave needs " + option + ": it is started by a worker, not by hand");
    }
    return value;
  }
}
