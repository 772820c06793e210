package io.rrrspec.worker.agent.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The control groups that this process is in, by both versions of their files. In a container the
 * path that the kernel tells may not exist; then only the group at the top is seen, which is the
 * container's.
 */
final class ControlGroup {
  /** More is no limit: without one the first version shows nearly 2^63. */
  private static final long NO_LIMIT = 1L << 60;

  private final List<Path> memory;
  private final List<Path> processors;

  /**
   * Finds them.
   *
   * @param told {@code /proc/self/cgroup}
   * @param mounted {@code /sys/fs/cgroup}
   */
  ControlGroup(Path told, Path mounted) {
    List<Path> ofMemory = new ArrayList<>();
    List<Path> ofProcessors = new ArrayList<>();
    for (String line : SystemFiles.lines(told)) {
      String[] parts = line.split(":", 3);
      if (parts.length < 3) {
        continue;
      }
      List<String> controllers = List.of(parts[1].split(",", -1));
      if (parts[1].isEmpty()) {
        Path unified = mounted.resolve("unified");
        Path top = Files.isDirectory(unified) ? unified : mounted;
        ofMemory.addAll(upwards(top, parts[2]));
        ofProcessors.addAll(upwards(top, parts[2]));
      }
      if (controllers.contains("memory")) {
        ofMemory.addAll(upwards(mounted.resolve("memory"), parts[2]));
      }
      if (controllers.contains("cpuacct")) {
        ofProcessors.addAll(upwards(mounted.resolve("cpuacct"), parts[2]));
      }
    }
    this.memory = List.copyOf(ofMemory);
    this.processors = List.copyOf(ofProcessors);
  }

  /** A group and those around it, the innermost first. */
  private static List<Path> upwards(Path top, String path) {
    List<Path> all = new ArrayList<>();
    Path group = top.resolve(path.replaceFirst("^/+", "")).normalize();
    while (group != null && group.startsWith(top)) {
      all.add(group);
      group = group.getParent();
    }
    return all;
  }

  /**
   * A limit of memory, and what of it is free.
   *
   * @param limitBytes the limit
   * @param freeBytes what is not used, with what the kernel can take back; 0 or more
   */
  record Room(long limitBytes, long freeBytes) {
    /** The one that has less. */
    Room lesser(Room other) {
      return new Room(Math.min(limitBytes, other.limitBytes), Math.min(freeBytes, other.freeBytes));
    }
  }

  /** The groups that have a limit of memory. */
  List<Room> memory() {
    List<Room> rooms = new ArrayList<>();
    for (Path group : memory) {
      OptionalLong limit = first(group, "memory.max", "memory.limit_in_bytes");
      OptionalLong used = first(group, "memory.current", "memory.usage_in_bytes");
      if (limit.isPresent() && used.isPresent() && limit.getAsLong() < NO_LIMIT) {
        long taken = Math.max(0, used.getAsLong() - reclaimable(group));
        rooms.add(new Room(limit.getAsLong(), Math.max(0, limit.getAsLong() - taken)));
      }
    }
    return rooms;
  }

  private static OptionalLong first(Path group, String one, String other) {
    OptionalLong value = SystemFiles.number(group.resolve(one));
    return value.isPresent() ? value : SystemFiles.number(group.resolve(other));
  }

  /** Pages of files that nobody has mapped: the kernel takes them back before it kills. */
  private static long reclaimable(Path group) {
    List<String> all = SystemFiles.lines(group.resolve("memory.stat"));
    // In the first version the values without this prefix leave out the groups below.
    String prefix = SystemFiles.value(all, "total_inactive_file").isPresent() ? "total_" : "";
    long pages = 0;
    for (String name : List.of("inactive_file", "active_file")) {
      pages += SystemFiles.value(all, prefix + name).orElse(0);
    }
    OptionalLong mapped = SystemFiles.value(all, prefix + "mapped_file");
    long inUse = mapped.orElseGet(() -> SystemFiles.value(all, "file_mapped").orElse(0));
    return Math.max(0, pages - inUse);
  }

  /** The processor time that all of the innermost group has taken, in ns; empty if unknown. */
  OptionalLong processorNanos() {
    for (Path group : processors) {
      OptionalLong nanos = SystemFiles.number(group.resolve("cpuacct.usage"));
      if (nanos.isPresent()) {
        return nanos;
      }
      OptionalLong micros =
          SystemFiles.value(SystemFiles.lines(group.resolve("cpu.stat")), "usage_usec");
      if (micros.isPresent()) {
        return OptionalLong.of(micros.getAsLong() * 1_000);
      }
    }
    return OptionalLong.empty();
  }
}
