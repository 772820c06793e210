package io.rrrspec.worker.agent.load;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets tests go before C2 where both want a processor.
 *
 * <p>C2 works in threads of its own, beside the code that it compiles. Where tests keep all
 * processors busy, it takes time from them, and a test JVM seldom lives long enough to get that
 * back. With {@value #BEHIND} added to their nice value these threads get all of a processor that
 * nobody else wants, and a tenth of one that a test wants. The JVM's flags, and all that a test can
 * ask it, stay the same.
 *
 * <p>A JVM that computes for long gets C2 back, since code that waits for it takes twice as long:
 * once C2 has waited for a processor for {@link #PATIENCE} in all, it has the priority of tests. A
 * process that may not raise a priority again adds only {@value #GENTLY}, for good.
 */
final class LowC2Priority implements C2Priority {
  /** What is added to the nice value of a thread. */
  static final int BEHIND = 10;

  /** The same if it can't be taken back: a third of a processor that a test wants. */
  static final int GENTLY = 3;

  /** So long C2 of a JVM waits for processors in all before it has the priority of tests. */
  static final Duration PATIENCE = Duration.ofSeconds(15);

  /** The kernel knows no larger nice value. */
  private static final int LOWEST = 19;

  /** The kernel keeps 15 characters of {@code C2 CompilerThread0}. */
  private static final String C2 = "C2 CompilerThre";

  /**
   * On machines with many processors a JVM starts more threads of both compilers, and a thread has
   * the nice value of the one that started it.
   */
  private static final String C1 = "C1 CompilerThre";

  /** A thread has the name of its program until it has its own, and the first one always has. */
  private static final String JVM = "java";

  /** How deep below the process of a slave its JVM is: a shell, and the launcher's. */
  private static final int DEEPEST = 4;

  private static final int MOST_CHILDREN = 20;

  /** Where a thread's nice value stands, behind its name in brackets. */
  private static final int NICE = 16;

  /** So many times in a row the program could not be started: it is not there. */
  static final int MOST_FAILURES = 3;

  private static final Duration EVERY = Duration.ofMillis(400);

  private static final Logger log = LoggerFactory.getLogger(LowC2Priority.class);

  private final Path proc;
  private final Consumer<List<String>> renice;
  private final LongSupplier nanoTime;
  private final Map<Long, Jvm> jvms = new HashMap<>();
  private int failures;

  /** A slave whose threads were looked at. */
  private static final class Jvm {
    private final Set<String> known = new HashSet<>();
    private final Set<String> compilers = new HashSet<>();
    private boolean computesForLong;
    private @Nullable Long process;
    private @Nullable Long lookedAt;
  }

  /**
   * Makes one.
   *
   * @param proc where the kernel shows processes
   * @param renice runs the program of this name with these arguments, and does not wait for it
   * @param nanoTime counts nanoseconds
   */
  LowC2Priority(Path proc, Consumer<List<String>> renice, LongSupplier nanoTime) {
    this.proc = proc;
    this.renice = renice;
    this.nanoTime = nanoTime;
  }

  static C2Priority ofThisMachine() {
    Path proc = Path.of("/proc");
    return Files.isReadable(proc.resolve("self/stat"))
        ? new LowC2Priority(proc, LowC2Priority::renice, System::nanoTime)
        : C2Priority.NORMAL;
  }

  private static void renice(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("renice"));
    command.addAll(arguments);
    // A thread that has ended meanwhile makes it fail, and is none that could be in the way.
    var unused = Program.of(command).start();
  }

  @Override
  public synchronized void look(List<Long> slaves) {
    jvms.keySet().retainAll(slaves);
    if (failures >= MOST_FAILURES) {
      return;
    }
    long now = nanoTime.getAsLong();
    Map<Integer, List<String>> found = new HashMap<>();
    for (long slave : slaves) {
      Jvm jvm = jvms.computeIfAbsent(slave, unused -> new Jvm());
      if (jvm.lookedAt == null || now - jvm.lookedAt >= EVERY.toNanos()) {
        jvm.lookedAt = now;
        look(slave, jvm, found);
      }
    }
    found.forEach(this::put);
  }

  private void look(long slave, Jvm jvm, Map<Integer, List<String>> found) {
    Long process = jvm.process;
    if (process == null) {
      process = jvmOf(slave, DEEPEST);
      jvm.process = process;
    }
    if (process == null) {
      return;
    }
    Path threads = proc.resolve(process + "/task");
    Set<String> names = list(threads);
    if (names.isEmpty()) {
      // It was another program of the slave's command, or the JVM is gone.
      jvm.process = null;
      jvm.computesForLong = false;
    }
    jvm.known.retainAll(names);
    jvm.compilers.retainAll(names);
    OptionalLong base = nice(threads.resolve(Long.toString(process)));
    if (!jvm.computesForLong
        && base.isPresent()
        && waited(threads, jvm) >= PATIENCE.toNanos()
        && NiceRight.allows(proc, base.getAsLong())) {
      jvm.computesForLong = true;
      jvm.known.removeAll(jvm.compilers);
    }
    for (String thread : names) {
      if (jvm.known.contains(thread)) {
        continue;
      }
      String name = first(threads.resolve(thread).resolve("comm"));
      if (!name.isEmpty() && !name.equals(JVM)) {
        jvm.known.add(thread);
      }
      boolean second = name.equals(C2);
      if (second) {
        jvm.compilers.add(thread);
      }
      if (base.isPresent() && (second || name.equals(C1))) {
        long behind = second && !jvm.computesForLong ? behind(threads, jvm, base.getAsLong()) : 0;
        int wanted = (int) Math.min(base.getAsLong() + behind, LOWEST);
        OptionalLong nice = nice(threads.resolve(thread));
        if (nice.isPresent() && nice.getAsLong() != wanted) {
          // Where nobody may raise a priority, such a thread of C1 stays where it is.
          found.computeIfAbsent(wanted, unused -> new ArrayList<>()).add(thread);
        }
      }
    }
  }

  private int behind(Path threads, Jvm jvm, long base) {
    boolean knowsWaits =
        jvm.compilers.stream().allMatch(thread -> waited(threads.resolve(thread)).isPresent());
    return knowsWaits && NiceRight.allows(proc, base) ? BEHIND : GENTLY;
  }

  private static long waited(Path threads, Jvm jvm) {
    return jvm.compilers.stream()
        .flatMapToLong(thread -> waited(threads.resolve(thread)).stream())
        .sum();
  }

  /** For how many nanoseconds a thread could have run, and had no processor. */
  private static OptionalLong waited(Path thread) {
    String[] fields = first(thread.resolve("schedstat")).split(" ", -1);
    return fields.length < 2 ? OptionalLong.empty() : SystemFiles.number(fields[1]);
  }

  /** The first JVM among a process and those that it has started; null if there is none yet. */
  private @Nullable Long jvmOf(long process, int depth) {
    Path dir = proc.resolve(Long.toString(process));
    if (first(dir.resolve("comm")).equals(JVM)) {
      return process;
    }
    if (depth == 0) {
      return null;
    }
    int left = MOST_CHILDREN;
    for (String child :
        first(dir.resolve("task/" + process + "/children")).trim().split(" ", MOST_CHILDREN)) {
      OptionalLong number = SystemFiles.number(child);
      Long jvm = number.isPresent() && left-- > 0 ? jvmOf(number.getAsLong(), depth - 1) : null;
      if (jvm != null) {
        return jvm;
      }
    }
    return null;
  }

  private static OptionalLong nice(Path thread) {
    String stat = first(thread.resolve("stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ", NICE + 2);
    if (fields.length <= NICE) {
      return OptionalLong.empty();
    }
    String nice = fields[NICE];
    OptionalLong number = SystemFiles.number(nice.startsWith("-") ? nice.substring(1) : nice);
    return nice.startsWith("-") && number.isPresent()
        ? OptionalLong.of(-number.getAsLong())
        : number;
  }

  private void put(int nice, List<String> threads) {
    List<String> arguments = new ArrayList<>(List.of(Integer.toString(nice), "-p"));
    arguments.addAll(threads);
    try {
      renice.accept(arguments);
      failures = 0;
    } catch (ServiceException e) {
      failures++;
      jvms.values().forEach(jvm -> threads.forEach(jvm.known::remove));
      if (failures == MOST_FAILURES) {
        log.info("C2 of test JVMs has the priority of tests: {}", e.getMessage());
      }
    }
  }

  private static String first(Path file) {
    List<String> lines = SystemFiles.lines(file);
    return lines.isEmpty() ? "" : lines.get(0);
  }

  private static Set<String> list(Path dir) {
    String[] names = dir.toFile().list();
    return names == null ? Set.of() : Set.of(names);
  }
}
