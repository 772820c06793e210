package io.rrrspec.common.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Says in a person's words why a file could not be read or written, without the file's name. */
public final class IoReason {
  private IoReason() {}

  /** The reason, such as "No space left on device". */
  public static String of(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException || e instanceof FileNotFoundException) {
      return "there is no such file or directory";
    }
    if (e instanceof FileAlreadyExistsException || e instanceof NotDirectoryException) {
      return "there is a file in place of a directory";
    }
    if (e instanceof DirectoryNotEmptyException) {
      return "it is a directory";
    }
    @Nullable String reason =
        e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return reason == null || reason.isBlank() ? "it cannot be read or written" : reason;
  }
}
