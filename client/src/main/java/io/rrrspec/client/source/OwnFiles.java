package io.rrrspec.client.source;

import io.rrrspec.client.collect.SourceFiles;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.RsyncInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the files of a directory that belong to its user. */
public final class OwnFiles {
  private OwnFiles() {}

  /**
   * The files that Git tracks, if it knows the directory, and those that would be sent.
   *
   * @throws ServiceException if rsync does not tell what it would send
   */
  public static SourceFiles of(Path directory, RsyncInfo target) {
    try {
      Set<String> files = new HashSet<>(GitFiles.tracked(directory).orElse(List.of()));
      files.addAll(
          SentFiles.of(directory, target)
              .orElseThrow(
                  () ->
                      new ServiceException(
                          "rsync does not list the files of " + directory + ", which must stay")));
      return new SourceFiles(files);
    } catch (IOException e) {
      throw new ServiceException("the files of " + directory + " cannot be listed: " + e, e);
    }
  }
}
