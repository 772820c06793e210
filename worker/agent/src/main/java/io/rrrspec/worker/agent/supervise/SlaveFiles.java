package io.rrrspec.worker.agent.supervise;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.files.Removal;
import io.rrrspec.worker.slave.TrialNote;
import io.rrrspec.worker.slave.runner.CommandFiles;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a slave leaves beside the private file of its worker.
 *
 * @param note where it notes what it runs
 * @param commandFiles the directory with the files of its command
 */
record SlaveFiles(Path note, Path commandFiles) {
  private static final Logger log = LoggerFactory.getLogger(SlaveFiles.class);

  /**
   * Names the files of one slave.
   *
   * @param slaveFile the worker's private file
   */
  static SlaveFiles of(Path slaveFile, String slaveId) {
    return new SlaveFiles(
        TrialNote.of(slaveFile, slaveId), CommandFiles.directory(slaveFile, slaveId));
  }

  /** Deletes them; what resists stays until the worker starts again. */
  void delete() {
    TrialNote.delete(note);
    try {
      // A slave that was killed has not done so.
      Removal.of(commandFiles);
    } catch (ServiceException e) {
      log.warn("{}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
