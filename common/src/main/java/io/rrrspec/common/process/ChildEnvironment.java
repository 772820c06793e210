package io.rrrspec.common.process;

import java.util.Map;
import java.util.Set;

/**
 * The environment of a process that runs a project's commands. It gets none of our own settings:
 * they may hold secrets, and the project may be this one, which must not work on the cluster that
 * it runs on.
 */
public final class ChildEnvironment {
  /**
   * The variable with the mark of a worker's or slave's processes: {@link ProcessKiller#killMarked}
   * finds them by it.
   */
  public static final String MARK = "SLAVE_MARK";

  private static final String OURS = "RRRSPEC_";

  /** The launcher of a slave wants these options. */
  private static final Set<String> KEPT = Set.of("RRRSPEC_JAVA_OPTS");

  /** By this systemd would take a child's words for those of the service. */
  private static final Set<String> NOT_THEIRS =
      Set.of("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID");

  /** A worker may itself run under a slave: when this project's tests are run by itself. */
  private static final Set<String> OF_ANOTHER_SLAVE = Set.of("SLAVE_NUMBER", "NUM_SLAVES");

  private ChildEnvironment() {}

  /** Removes our own settings from the environment that a child would inherit, and nothing else. */
  public static void removeSettings(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith(OURS));
  }

  /**
   * Changes the environment that a child would inherit: removes all that is about this process, and
   * adds what the child is told.
   *
   * @param environment of a {@link Program}
   * @param more what it gets in addition
   */
  public static void set(Map<String, String> environment, Map<String, String> more) {
    environment.keySet().removeIf(name -> name.startsWith(OURS) && !KEPT.contains(name));
    environment.keySet().removeAll(NOT_THEIRS);
    environment.keySet().removeAll(OF_ANOTHER_SLAVE);
    environment.putAll(more);
  }
}
