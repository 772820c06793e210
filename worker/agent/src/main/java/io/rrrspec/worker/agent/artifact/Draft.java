package io.rrrspec.worker.agent.artifact;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.files.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * An artifact that is being written: nobody sees it before {@link #commit}, and without that
 * nothing of it stays. For one thread.
 */
public final class Draft extends OutputStream {
  private final ArtifactCache cache;
  private final String name;
  private final Path file;
  private final long limit;
  private final FileChannel channel;
  private final OutputStream out;
  private final MessageDigest digest = Sha256.begin();
  private long bytes;

  Draft(ArtifactCache cache, String name, Path file, long limit) {
    this.cache = cache;
    this.name = name;
    this.file = file;
    this.limit = limit;
    try {
      this.channel =
          FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    } catch (IOException e) {
      throw new ServiceException("cannot write " + file + ": " + e.getMessage(), e);
    }
    this.out = Channels.newOutputStream(channel);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /**
   * Adds to it.
   *
   * @throws IOException also if it becomes larger than the whole cache may be
   */
  @Override
  public void write(byte[] buffer, int from, int length) throws IOException {
    if (bytes + length > limit) {
      throw new IOException(
          "it is larger than the cache may be (" + limit + " bytes): raise artifact_cache_gb");
    }
    out.write(buffer, from, length);
    digest.update(buffer, from, length);
    bytes += length;
  }

  /** What was written so far. */
  Holding.Content content() {
    try {
      MessageDigest now = (MessageDigest) digest.clone();
      return new Holding.Content(HexFormat.of().formatHex(now.digest()), bytes);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("every Java can copy a SHA-256", e);
    }
  }

  /**
   * Keeps it under its name, in place of what had that before.
   *
   * @throws IOException if it cannot be kept; then nothing of it stays once this is closed
   */
  public Holding.Content commit() throws IOException {
    channel.force(true);
    channel.close();
    Holding.Content content = content();
    cache.commit(name, file, content);
    return content;
  }

  /** Ends it; without a {@link #commit} it is gone. */
  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(file);
  }
}
