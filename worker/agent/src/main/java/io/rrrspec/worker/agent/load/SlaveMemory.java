package io.rrrspec.worker.agent.load;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** Memory of slaves with the processes that they have started, as {@code /proc} tells it. */
final class SlaveMemory {
  /** A test that starts more processes is no measure. */
  private static final int MOST_PROCESSES = 200;

  private final Path proc;

  /** Reads there. */
  SlaveMemory(Path proc) {
    this.proc = proc;
  }

  /** What a process and its children hold and the kernel cannot take back, in bytes. */
  long bytes(long process) {
    return bytes(process, new int[] {MOST_PROCESSES});
  }

  private long bytes(long process, int[] left) {
    if (left[0]-- <= 0) {
      return 0;
    }
    Path dir = proc.resolve(Long.toString(process));
    long sum = own(SystemFiles.lines(dir.resolve("status")));
    // Those of all threads; a JVM starts processes in a thread of its own.
    for (String thread : threads(dir)) {
      for (String line :
          SystemFiles.lines(dir.resolve("task").resolve(thread).resolve("children"))) {
        for (String child : line.split(" ", -1)) {
          OptionalLong number = SystemFiles.number(child);
          sum += number.isPresent() ? bytes(number.getAsLong(), left) : 0;
        }
      }
    }
    return sum;
  }

  private static List<String> threads(Path dir) {
    String[] names = dir.resolve("task").toFile().list();
    return names == null ? List.of() : List.of(names);
  }

  private static long own(List<String> status) {
    OptionalLong anonymous = SystemFiles.value(status, "RssAnon");
    OptionalLong shared = SystemFiles.value(status, "RssShmem");
    // Kernels before 4.5 tell only the whole.
    return 1_024
        * (anonymous.isPresent()
            ? anonymous.getAsLong() + shared.orElse(0)
            : SystemFiles.value(status, "VmRSS").orElse(0));
  }
}
