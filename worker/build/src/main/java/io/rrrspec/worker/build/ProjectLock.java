package io.rrrspec.worker.build;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * Lets one process at a time prepare a project: two Mavens in one <code>target</code> spoil each
 * other's work. The operating system gives the lock back however its holder ends, so that waiting
 * for it lasts no longer than the other's build.
 */
final class ProjectLock implements AutoCloseable {
  private final FileChannel channel;

  private ProjectLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits until the project is ours.
   *
   * @param progress gets a line for a person if somebody else has it
   */
  static ProjectLock take(Path dir, Consumer<String> progress) {
    Path file = Project.directory(dir).resolve("lock");
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        if (channel.tryLock() == null) {
          progress.accept("waiting for another process that compiles " + dir);
          channel.lock();
        }
        return new ProjectLock(channel);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new ServiceException("cannot lock " + file + ": " + e.getMessage(), e);
    } catch (OverlappingFileLockException e) {
      throw new ServiceException("this process already prepares " + dir, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new ServiceException("cannot release the lock of the project: " + e.getMessage(), e);
    }
  }
}
