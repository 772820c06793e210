package io.rrrspec.persister.record.database;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.files.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one transaction at a time write into an H2 file, of all threads and processes. What H2
 * 2.4.240 puts on disk is a moment of each of its maps, and not one moment of all: when a process
 * dies, rows of a transaction that had not ended may be there without what would take them back, in
 * a table and not in its index (h2database issue 2080). Of 60 processes that were killed while four
 * threads wrote, 12 left such a file; of 60 whose threads took turns, none. Servers look after
 * themselves, and what is in memory dies with its process.
 *
 * <p>The operating system gives the turn back however its holder ends. Safe for use by several
 * threads; the work must not ask for a turn itself.
 */
final class SingleWriter {
  /** Of all files that this process has open: Java allows it one lock on each. */
  private static final Map<Path, Turn> TURNS = new ConcurrentHashMap<>();

  /** 100,000 tasks took 166 s on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final long PAUSE_MILLIS = 5;

  private final @Nullable Path file;
  private final Duration patience;

  SingleWriter(@Nullable Path file, Duration patience) {
    this.file = file;
    this.patience = patience;
  }

  /** Whose turn it is among the threads, and the lock that its holder has among the processes. */
  private static final class Turn {
    final ReentrantLock lock = new ReentrantLock(true);
    volatile @Nullable FileChannel channel;
  }

  /** For a database; any number may write at once unless it is a file of H2. */
  static SingleWriter of(String url) {
    Path database = Dialect.of(url) == Dialect.H2 ? H2Url.parse(url).file() : null;
    return new SingleWriter(database == null ? null : Path.of(database + ".write.lock"), PATIENCE);
  }

  /**
   * Does the work while nobody else writes.
   *
   * @throws OutageException if somebody else does not end, or the lock cannot be made
   */
  <T> T alone(Supplier<T> work) {
    Path lockFile = file;
    if (lockFile == null) {
      return work.get();
    }
    long end = System.nanoTime() + patience.toNanos();
    Turn turn = TURNS.computeIfAbsent(lockFile, path -> new Turn());
    try {
      if (!turn.lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        throw busy(lockFile);
      }
      try {
        return lockedAlone(turn, lockFile, end, work);
      } finally {
        turn.lock.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OutageException(
          OutageException.DATABASE, "interrupted before anything was written", e);
    }
  }

  private <T> T lockedAlone(Turn turn, Path lockFile, long end, Supplier<T> work)
      throws InterruptedException {
    try (FileChannel channel = open(lockFile)) {
      turn.channel = channel;
      while (channel.tryLock() == null) {
        if (System.nanoTime() > end) {
          throw busy(lockFile);
        }
        Thread.sleep(PAUSE_MILLIS);
      }
      return work.get();
    } catch (IOException e) {
      throw new OutageException(
          OutageException.DATABASE, "cannot lock " + lockFile + ": " + e.getMessage(), e);
    } finally {
      turn.channel = null;
    }
  }

  private static FileChannel open(Path lockFile) throws IOException {
    PrivateFiles.create(lockFile);
    return FileChannel.open(lockFile, StandardOpenOption.WRITE);
  }

  private OutageException busy(Path lockFile) {
    return new OutageException(
        OutageException.DATABASE,
        "another transaction has been writing for %d s: end the process that has %s open"
            .formatted(patience.toSeconds(), lockFile),
        null);
  }

  /**
   * Takes the turn from a thread of this process whose call does not return; for when the file that
   * it was writing is closed.
   *
   * @throws OutageException if the lock cannot be given back
   */
  void takeBack() {
    Turn hung = file == null ? null : TURNS.remove(file);
    FileChannel channel = hung == null ? null : hung.channel;
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      throw new OutageException(
          OutageException.DATABASE, "cannot give %s back: %s".formatted(file, e.getMessage()), e);
    }
  }
}
