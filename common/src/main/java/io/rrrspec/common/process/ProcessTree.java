package io.rrrspec.common.process;

import io.rrrspec.common.ServiceException;

/**
 * A program together with all that it starts, also with what leaves its process group, its session
 * and its environment. docs/decisions/processes-that-hide.md says how that is found.
 */
public final class ProcessTree {
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
