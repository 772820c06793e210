package io.rrrspec.common.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All processes of this host at one moment, with their parents and sessions, as /proc shows them.
 * Empty where there is no /proc.
 */
final class ProcessTable {
  private static final Path PROC = Path.of("/proc");
  private static final long NEVER = -1;

  private final Map<Long, Entry> entries = new HashMap<>();
  private final Map<Long, List<Entry>> children = new HashMap<>();

  private ProcessTable() {}

  /**
   * A process.
   *
   * @param started when, in ticks since the host began: a number that comes back has another one
   */
  record Entry(long pid, long parent, long session, long started) {}

  static ProcessTable read() {
    ProcessTable table = new ProcessTable();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[1-9]*")) {
      for (Path process : processes) {
        Entry entry = entry(process);
        if (entry != null) {
          table.entries.put(entry.pid(), entry);
          table.children.computeIfAbsent(entry.parent(), p -> new ArrayList<>()).add(entry);
        }
      }
    } catch (IOException e) {
      return table;
    }
    return table;
  }

  /**
   * One process alone; if it is gone already, or there is no /proc, one that nothing is equal to.
   *
   * @param session the one that it leads
   */
  static Entry find(long pid, long session) {
    Entry found = entry(PROC.resolve(Long.toString(pid)));
    return found == null ? new Entry(pid, 0, session, NEVER) : found;
  }

  /** Whether that very process, and no later one of its number, runs. */
  static boolean isAlive(Entry process) {
    Entry now = entry(PROC.resolve(Long.toString(process.pid())));
    return now != null && now.started() == process.started();
  }

  /** Whether it has ended, and its parent has not asked how: where nobody does, it stays so. */
  static boolean isZombie(Entry process) {
    try {
      Path stat = PROC.resolve(Long.toString(process.pid())).resolve("stat");
      String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
      return text.startsWith("Z", text.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return true;
    }
  }

  /** What stands in stat behind the name: state, parent, group, session, …; null if it is gone. */
  private static @Nullable Entry entry(Path process) {
    try {
      String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return new Entry(
          Long.parseLong(stat.substring(0, stat.indexOf(' '))),
          Long.parseLong(fields[1]),
          Long.parseLong(fields[3]),
          Long.parseLong(fields[19]));
    } catch (IOException e) {
      return null;
    }
  }

  Collection<Entry> all() {
    return entries.values();
  }

  @Nullable Entry find(long pid) {
    return entries.get(pid);
  }

  List<Entry> childrenOf(long pid) {
    return children.getOrDefault(pid, List.of());
  }
}
