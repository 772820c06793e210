package io.rrrspec.common.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A control group (version 2) below that of this process, for what one slave starts. Nothing that
 * is in it gets out, whatever sessions and environments it makes for itself, and all of it is ended
 * by one write, {@code cgroup.kill}, which Linux has since 5.14. The right to make such a group is
 * root's, or is given by systemd ({@code Delegate=yes}); where it is missing, {@link #NONE} stands
 * for the group.
 */
public final class Cgroup {
  /** No group: the rights or the kernel for one are missing. Does nothing. */
  public static final Cgroup NONE = new Cgroup(null);

  private static final Logger log = LoggerFactory.getLogger(Cgroup.class);
  private static final String PREFIX = "rrrspec-";
  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
  private static final Path OWN = Path.of("/proc/self/cgroup");

  /** What was killed leaves its group a moment later. */
  private static final int MOST_TRIES = 50;

  private static final long PAUSE_MILLIS = 2;
  private static final Duration YOUNG = Duration.ofMinutes(1);

  private final @Nullable Path dir;

  private Cgroup(@Nullable Path dir) {
    this.dir = dir;
  }

  /**
   * Makes an empty one; {@link #NONE} if that is not possible here.
   *
   * @param mark what it is called, for those who look for it later
   */
  public static Cgroup create(String mark) {
    Path own = own();
    if (own == null) {
      return NONE;
    }
    removeEmpty(own);
    return createIn(own, mark);
  }

  /** A slave that ended itself and its group could not remove it; nobody else is in it then. */
  private static void removeEmpty(Path parent) {
    try (DirectoryStream<Path> groups = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path group : groups) {
        // A young one may be about to be used.
        if (Files.getLastModifiedTime(group).toInstant().isBefore(Instant.now().minus(YOUNG))) {
          removeIfEmpty(group);
        }
      }
    } catch (IOException e) {
      log.debug("no control groups in {}: {}", parent, e.toString());
    }
  }

  private static boolean removeIfEmpty(Path group) {
    try {
      Files.deleteIfExists(group);
      return true;
    } catch (IOException busy) {
      return false;
    }
  }

  static Cgroup createIn(Path parent, String mark) {
    Path dir = parent.resolve(PREFIX + mark);
    try {
      Files.createDirectory(dir);
    } catch (IOException e) {
      log.debug("no control group {}: {}", dir, e.toString());
      return NONE;
    }
    if (Files.isWritable(dir.resolve("cgroup.kill"))
        && Files.isWritable(dir.resolve("cgroup.procs"))) {
      return new Cgroup(dir);
    }
    new Cgroup(dir).remove();
    return NONE;
  }

  /** The group with that mark which this process is in; {@link #NONE} if it is in none. */
  public static Cgroup ownOf(String mark) {
    Path own = own();
    return own != null && own.endsWith(PREFIX + mark) ? new Cgroup(own) : NONE;
  }

  /** Ends what is in groups whose mark begins like that, up to a dot, and removes them. */
  public static void killAll(String mark) {
    Path own = own();
    if (own != null) {
      killAllIn(own, mark);
    }
  }

  private static void killAllIn(Path parent, String mark) {
    try (DirectoryStream<Path> groups = Files.newDirectoryStream(parent, PREFIX + mark + ".*")) {
      for (Path group : groups) {
        new Cgroup(group).kill();
      }
    } catch (IOException e) {
      log.debug("no control groups in {}: {}", parent, e.toString());
    }
  }

  /** The directory of the group that this process is in; null where there is none of version 2. */
  private static @Nullable Path own() {
    try {
      String path = pathOf(Files.readAllLines(OWN));
      return path == null ? null : own(Files.readAllLines(MOUNTS), path);
    } catch (IOException e) {
      return null;
    }
  }

  /** Version 2 has the number 0 and names no controllers. */
  private static @Nullable String pathOf(List<String> memberships) {
    for (String line : memberships) {
      if (line.startsWith("0::/")) {
        return line.substring("0::".length());
      }
    }
    return null;
  }

  /**
   * Finds it below the place where version 2 is mounted.
   *
   * @param mounts the lines of mountinfo: number, parent, device, root, place, …, {@code -}, type
   * @param path where the process is in the tree of groups
   */
  static @Nullable Path own(List<String> mounts, String path) {
    for (String line : mounts) {
      String[] fields = line.split(" ");
      int dash = List.of(fields).indexOf("-");
      if (dash < 0 || dash + 1 >= fields.length || !fields[dash + 1].equals("cgroup2")) {
        continue;
      }
      Path root = Path.of(fields[3]);
      Path inTree = Path.of(path);
      // In a container the mount may show a part of the tree, or one of which we are no part.
      if (inTree.startsWith(root)) {
        return Path.of(fields[4]).resolve(root.relativize(inTree)).normalize();
      }
    }
    return null;
  }

  /** Whether there is one. */
  public boolean exists() {
    return dir != null;
  }

  /**
   * Moves a process into it; what it starts from then on is in it, too.
   *
   * @return whether it is in
   */
  public boolean add(long pid) {
    return dir != null && write("cgroup.procs", Long.toString(pid));
  }

  /** The numbers of the processes that are in it. */
  List<Long> members() {
    try {
      return dir == null
          ? List.of()
          : Files.readAllLines(dir.resolve("cgroup.procs")).stream()
              .filter(line -> !line.isBlank())
              .map(line -> Long.parseLong(line.strip()))
              .toList();
    } catch (IOException | NumberFormatException e) {
      log.debug("control group {}: cannot be read: {}", dir, e.toString());
      return List.of();
    }
  }

  /** Ends all that is in it, and removes it. */
  public void kill() {
    if (dir != null && write("cgroup.kill", "1")) {
      remove();
    }
  }

  private boolean write(String file, String text) {
    try {
      Files.write(directory().resolve(file), text.getBytes(StandardCharsets.US_ASCII));
      return true;
    } catch (IOException e) {
      log.debug("control group {}: {} cannot be written: {}", dir, file, e.toString());
      return false;
    }
  }

  /** What is left of it then is an empty directory, which the next worker removes. */
  private void remove() {
    for (int i = 0; i < MOST_TRIES && !removeIfEmpty(directory()); i++) {
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private Path directory() {
    if (dir == null) {
      throw new IllegalStateException("no group");
    }
    return dir;
  }
}
