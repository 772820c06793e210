package io.rrrspec.worker.agent.artifact;

import io.rrrspec.common.artifact.Holding;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** An artifact of the cache that is in use, and stays there until this is closed. */
public final class Held implements AutoCloseable {
  private final Path file;
  private final Holding.Content content;
  private final Runnable release;
  private final AtomicBoolean closed = new AtomicBoolean();

  Held(Path file, Holding.Content content, Runnable release) {
    this.file = file;
    this.content = content;
    this.release = release;
  }

  /** The packed artifact, only to be read. */
  public Path file() {
    return file;
  }

  /** Its digest and size. */
  public Holding.Content content() {
    return content;
  }

  /** Ends the use; a repeat changes nothing. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release.run();
    }
  }
}
