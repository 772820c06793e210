package io.rrrspec.worker.agent.load;

import java.util.List;

/** With which priority C2, the second compiler of test JVMs, asks the kernel for processors. */
public interface C2Priority {
  /** As all threads of the JVM. */
  C2Priority NORMAL = slaves -> {};

  /**
   * The one that a setting names: behind tests for {@code low}, but as all threads on a machine
   * that is no Linux.
   */
  static C2Priority of(String setting) {
    return setting.equals("low") ? LowC2Priority.ofThisMachine() : NORMAL;
  }

  /**
   * Looks at JVMs that may be new, or may have new threads; does not wait for anything.
   *
   * @param slaves the numbers of the processes of the slaves that run
   */
  void look(List<Long> slaves);
}
