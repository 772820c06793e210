package io.rrrspec.worker.agent.artifact;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.config.SafeName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The artifacts that a worker keeps, packed, on its disk. An artifact is there as a whole or not at
 * all, also after a {@code kill -9}; one that is in use stays; above a limit those go first that
 * nobody has used for the longest time. Safe for many threads. One process at a time has the
 * directory, as its lock on the worker's directory makes certain.
 */
public final class ArtifactCache {
  private static final Logger log = LoggerFactory.getLogger(ArtifactCache.class);

  private final CacheFiles files;
  private final long limit;
  private final InstantSource clock;

  /** By name, what was used last at the end. */
  private final Map<String, Stored> stored = new LinkedHashMap<>(16, 0.75f, true);

  /** By digest: two names may have the same content. */
  private final Map<String, Stored> contents = new HashMap<>();

  private volatile Runnable listener = () -> {};

  /** One content: how many names it has, and how many use it. */
  private static final class Stored {
    private final Holding.Content content;
    private int names;
    private int users;

    private Stored(Holding.Content content) {
      this.content = content;
    }
  }

  private ArtifactCache(CacheFiles files, long limit, InstantSource clock) {
    this.files = files;
    this.limit = limit;
    this.clock = clock;
  }

  /**
   * Opens a cache, and removes what a process that was killed has left half-written.
   *
   * @param dir its directory, which is made if it is not there and closed to other users
   * @param limit what it may take, in bytes; 0: nothing is kept
   * @throws io.rrrspec.common.UsageException if the directory belongs to another user
   * @throws ServiceException if it cannot be read or written
   */
  public static ArtifactCache open(Path dir, long limit, InstantSource clock) {
    try {
      ArtifactCache cache = new ArtifactCache(CacheFiles.open(dir), limit, clock);
      synchronized (cache) {
        cache.files.names().forEach(cache::add);
        cache.files.dropAllBut(cache.contents.keySet());
        cache.shrink();
      }
      return cache;
    } catch (IOException e) {
      throw new ServiceException("the artifact cache " + dir + " cannot be opened: " + e, e);
    }
  }

  /** Has somebody told after each change of what is here. */
  public void onChange(Runnable told) {
    listener = told;
  }

  /** Whether anything may be here. */
  public boolean keeps() {
    return limit > 0;
  }

  /** What is here, what was used last first. */
  public synchronized List<Holding> holdings() {
    List<Holding> all = new ArrayList<>();
    stored.forEach((name, entry) -> all.add(new Holding(name, entry.content)));
    Collections.reverse(all);
    return all;
  }

  /** How many bytes all of it takes. */
  public synchronized long bytes() {
    return contents.values().stream().mapToLong(entry -> entry.content.bytes()).sum();
  }

  /** Whether an artifact of this name is here. */
  public synchronized boolean has(String name) {
    // Not get: asking is no use.
    return stored.containsKey(name);
  }

  /** Takes an artifact into use: it stays until the answer is closed. Empty: it is not here. */
  public synchronized Optional<Held> use(String name) {
    Stored entry = stored.get(name);
    if (entry == null) {
      return Optional.empty();
    }
    entry.users++;
    files.touch(name, clock.instant());
    return Optional.of(
        new Held(files.content(entry.content.digest()), entry.content, () -> release(entry)));
  }

  private void release(Stored entry) {
    boolean removed;
    synchronized (this) {
      entry.users--;
      removeIfUnused(entry);
      removed = shrink();
    }
    // Outside of the lock: who is told may ask what is here.
    if (removed) {
      listener.run();
    }
  }

  /**
   * Begins to write an artifact.
   *
   * @param name a safe name
   * @throws ServiceException if it cannot be written
   */
  public Draft begin(String name) {
    if (!SafeName.isSafe(name)) {
      throw new ServiceException("'" + name.replaceAll("\\p{Cntrl}", "?") + "' names no artifact");
    }
    return new Draft(this, name, files.draft(), limit);
  }

  /** Keeps what was written; called by the draft. */
  void commit(String name, Path draft, Holding.Content content) throws IOException {
    synchronized (this) {
      files.keep(name, draft, content);
      Stored before = stored.get(name);
      if (before == null || !before.content.equals(content)) {
        dropName(name);
        add(name, content);
      }
      files.touch(name, clock.instant());
      var unused = stored.get(name); // the last one to go
      shrink();
    }
    listener.run();
  }

  private void add(String name, Holding.Content content) {
    Stored entry = contents.computeIfAbsent(content.digest(), digest -> new Stored(content));
    entry.names++;
    stored.put(name, entry);
  }

  /** Removes an artifact; who uses it goes on with that. False: it was not here. */
  public boolean remove(String name) {
    synchronized (this) {
      if (!stored.containsKey(name)) {
        return false;
      }
      files.forget(name);
      dropName(name);
    }
    listener.run();
    return true;
  }

  private void dropName(String name) {
    Stored entry = stored.remove(name);
    if (entry != null) {
      entry.names--;
      removeIfUnused(entry);
    }
  }

  private void removeIfUnused(Stored entry) {
    if (entry.names == 0 && entry.users == 0 && contents.remove(entry.content.digest(), entry)) {
      files.remove(entry.content.digest());
    }
  }

  /** Whether anything had to go. */
  private boolean shrink() {
    boolean removed = false;
    for (String oldest = oldestOver(); oldest != null; oldest = oldestOver()) {
      log.info("artifact {}: removed, to make room", oldest);
      files.forget(oldest);
      dropName(oldest);
      removed = true;
    }
    return removed;
  }

  /** Which artifact goes next; null: none has to, or all that is left is in use. */
  private @Nullable String oldestOver() {
    if (bytes() <= limit) {
      return null;
    }
    for (Map.Entry<String, Stored> entry : stored.entrySet()) {
      if (entry.getValue().users == 0) {
        return entry.getKey();
      }
    }
    return null;
  }
}
