package io.rrrspec.client.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes a log that only its owner can read: what went wrong may quote what a test has printed.
 * Named in {@code logback.xml}.
 */
public final class PrivateFileAppender extends FileAppender<ILoggingEvent> {
  @Override
  public void openFile(String name) throws IOException {
    Path file = Path.of(name).toAbsolutePath();
    Path directory = file.getParent();
    try {
      if (directory != null) {
        PrivateFiles.directory(directory, "nothing is logged there");
      }
    } catch (UsageException e) {
      throw new IOException(e.getMessage(), e);
    }
    PrivateFiles.create(file);
    super.openFile(name);
  }
}
