package io.rrrspec.common.model;

/**
 * Where clients put sources and workers fetch them, as a server publishes it.
 *
 * @param remotePath as rsync writes it: {@code /path}, {@code host:/path} or {@code
 *     rsync://host/module}; without a slash at the end
 * @param options options for rsync, with blanks between; may be empty
 */
public record RsyncInfo(String remotePath, String options) {
  public RsyncInfo {
    if (remotePath.isBlank()) {
      throw new IllegalArgumentException("remotePath is empty");
    }
  }

  /**
   * The remote directory of one set of sources; ends with a slash, so that its content is meant.
   */
  public String directory(String rsyncName) {
    return remotePath.replaceAll("/+$", "") + "/" + rsyncName + "/";
  }
}
