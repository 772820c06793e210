package io.rrrspec.worker.agent.artifact;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Bounds what is read of an archive between two contents. A reader of archives takes the name of an
 * entry into memory whole, and a few packed kilobytes can be a name of gigabytes.
 */
final class HeadLimit extends FilterInputStream {
  /** Much more than the longest path that a file system takes. */
  private static final long MOST = 1 << 20;

  private long left = Long.MAX_VALUE;

  HeadLimit(InputStream in) {
    super(in);
  }

  /** From now on so much is read at most as a head may have. */
  void beginHead() {
    left = MOST;
  }

  /** From now on the caller counts. */
  void endHead() {
    left = Long.MAX_VALUE;
  }

  private void count(long bytes) throws IOException {
    left -= Math.max(0, bytes);
    if (left < 0) {
      throw new IOException("the name or another head of an entry is too long");
    }
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    count(read < 0 ? 0 : 1);
    return read;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = super.read(buffer, offset, length);
    count(read);
    return read;
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = super.skip(bytes);
    count(skipped);
    return skipped;
  }
}
