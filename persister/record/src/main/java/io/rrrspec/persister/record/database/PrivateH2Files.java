package io.rrrspec.persister.record.database;

import io.rrrspec.common.files.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * Makes H2's files on a disk by {@link PrivateFiles}, so that only their owner can read them:
 * database, lock, trace, and what H2 writes when it packs a database. H2 itself knows no modes, and
 * Java cannot set the umask of a process whose children need the user's own.
 *
 * <p>Must be public with a public constructor: H2 makes one for each path.
 */
public final class PrivateH2Files extends FilePathWrapper {
  /** What a path begins with that is meant for this class. */
  static final String SCHEME = "owneronly";

  /** Makes the scheme known to H2; may be called again. */
  static void register() {
    FilePath.register(new PrivateH2Files());
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public boolean createFile() {
    try {
      return PrivateFiles.create(path());
    } catch (IOException e) {
      // H2 takes this for a file that is there; what it does next says what is wrong.
      return false;
    }
  }

  @Override
  public void createDirectory() {
    try {
      Files.createDirectories(path(), PrivateFiles.directoryMode());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public OutputStream newOutputStream(boolean append) throws IOException {
    PrivateFiles.create(path());
    return super.newOutputStream(append);
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    if (!mode.equals("r")) {
      PrivateFiles.create(path());
    }
    return super.open(mode);
  }

  private Path path() {
    return Path.of(getBase().toString());
  }
}
