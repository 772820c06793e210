package io.rrrspec.worker.agent.artifact;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** Archives of directories, with notes beside them. */
public final class Archive {
  private Archive() {}

  /**
   * Packs a directory with all in it.
   *
   * @param notes small texts by name, which stand before it
   * @param prefix the name of the directory in the archive
   * @throws io.rrrspec.common.ServiceException if it has a link that leads out of it
   */
  public static void pack(OutputStream to, Map<String, String> notes, Path root, String prefix)
      throws IOException {
    try (TarWriter writer = new TarWriter(to)) {
      for (Map.Entry<String, String> note : notes.entrySet()) {
        writer.text(note.getKey(), note.getValue());
      }
      writer.tree(root, prefix + "/", path -> true, true);
    }
  }

  /**
   * Packs some files of a directory.
   *
   * @param paths relative, with slashes
   */
  public static void pack(OutputStream to, Path root, Set<String> paths) throws IOException {
    try (TarWriter writer = new TarWriter(to)) {
      writer.tree(root, "", path -> paths.contains(path.toString()), false);
    }
  }

  /**
   * Unpacks an archive as a whole, or nothing of it.
   *
   * @param root a directory that is not there yet; no more than its file system has room for is
   *     unpacked
   * @throws IOException if the archive is damaged or holds what is not allowed
   */
  public static void unpack(Path archive, Path root) throws IOException, InterruptedException {
    Path parent = root.toAbsolutePath().getParent();
    long room = parent == null ? 0 : Files.getFileStore(parent).getUsableSpace();
    TarReader.unpackOrNothing(archive, root, room);
  }
}
