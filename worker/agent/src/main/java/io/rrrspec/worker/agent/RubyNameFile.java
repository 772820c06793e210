package io.rrrspec.worker.agent;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.HostName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The file by which slaves of Ruby rrrspec learn the name of their worker. Such a slave makes its
 * key of the host name; under a worker with another name its trials and heartbeat would stand below
 * a worker that nobody knows. Its settings files are Ruby programs, which may set the name: this is
 * one more of them.
 */
final class RubyNameFile {
  private static final String VARIABLE = "RRRSPEC_CONFIG_FILES";

  private final String workerName;
  private final Path file;

  /**
   * Names the file, and writes nothing yet.
   *
   * @param workerName a safe name
   * @param dir a directory of this worker
   */
  RubyNameFile(String workerName, Path dir) {
    this.workerName = workerName;
    this.file = dir.resolve("name-" + workerName + ".rb");
  }

  /** Writes the file where it is needed, and adds it to what the slaves read. */
  void addTo(Map<String, String> environment) {
    if (workerName.equals(HostName.ofThisHost())) {
      return;
    }
    String others = environment.getOrDefault(VARIABLE, "");
    write(others.isEmpty());
    environment.put(VARIABLE, others.isEmpty() ? file.toString() : others + ":" + file);
  }

  private void write(boolean alone) {
    String text =
        "# Written by the worker "
            + workerName
            + ": a slave finds its trials and its heartbeat by this name.\n"
            + "RRRSpec.hostname = '"
            + workerName
            + "'\n";
    if (alone) {
      // Ruby rrrspec reads these where nothing else is named, and this file is not to change that.
      text +=
          "if RRRSpec.configuration.redis.nil?\n"
              + "  RRRSpec::DEFAULT_CONFIG_FILES.map { |name| File.absolute_path(name) }.each do"
              + " |name|\n"
              + "    load name if File.exist?(name)\n"
              + "  end\n"
              + "end\n";
    }
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new ServiceException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** Deletes the file, if it was written. */
  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new ServiceException("cannot delete " + file + ": " + e.getMessage(), e);
    }
  }
}
