package io.rrrspec.common.process;

import io.rrrspec.common.ServiceException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * A program together with all that it starts, also with what leaves its process group, its session
 * and its environment. docs/decisions/processes-that-hide.md says how that is found.
 */
public final class ProcessTree {
  /** What was killed is gone a moment later. */
  private static final int MOST_LOOKS = 100;

  private static final long PAUSE_MILLIS = 3;

  private final ProgramRun run;
  private final String mark;
  private final Cgroup cgroup;
  private final DescendantTracker descendants;

  private ProcessTree(ProgramRun run, String mark, Cgroup cgroup) {
    this.run = run;
    this.mark = mark;
    this.cgroup = cgroup;
    this.descendants = DescendantTracker.of(run.child().id());
  }

  /**
   * Starts a program in a group of its own and, where this process may make one, in a control group
   * of its own, before the first line of its script runs.
   *
   * @param mark what all its processes carry in their environment; different for each tree
   * @throws ServiceException if it cannot be started
   */
  public static ProcessTree start(Program program, String mark) {
    program.environment(environment -> environment.put(ChildEnvironment.MARK, mark));
    Cgroup cgroup = Cgroup.create(mark);
    try {
      return new ProcessTree(program.start(cgroup::add), mark, cgroup);
    } catch (ServiceException e) {
      cgroup.kill();
      throw e;
    }
  }

  /** Returns the program's run. */
  public ProgramRun run() {
    return run;
  }

  /**
   * Kills all that the program has started, but not the program itself.
   *
   * @param stays another process of the tree that is not killed either
   * @param markOfOthers what the others carry in their environment
   * @return whether all of them are gone; if not, kill the whole tree
   */
  public boolean killOthers(long stays, String markOfOthers) throws InterruptedException {
    long leader = run.child().id();
    LongPredicate other = pid -> pid != leader && pid != stays;
    for (int look = 0; look < MOST_LOOKS; look++) {
      descendants.look();
      Set<Long> found = new HashSet<>(descendants.alive());
      found.addAll(cgroup.members());
      found.removeIf(pid -> !other.test(pid));
      ProcessKiller.killMarked(markOfOthers);
      if (found.isEmpty()) {
        return true;
      }
      found.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
      Thread.sleep(PAUSE_MILLIS);
    }
    return false;
  }

  /** Kills the program and all that it has started; harmless if they have ended. */
  public void kill() {
    // While parents live their children are seen.
    descendants.look();
    run.child().kill();
    cgroup.kill();
    descendants.kill();
    descendants.close();
    ProcessKiller.killMarked(mark);
  }
}
