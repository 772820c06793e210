package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.process.ChildEnvironment;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What a worker's own environment means to set-up, which inherits it. */
final class WorkerEnvironment {
  /**
   * What differs from start to start of a worker: its shell, terminal and session, and what systemd
   * says of the service.
   */
  private static final Pattern EACH_START =
      Pattern.compile(
          "_|PWD|OLDPWD|SHLVL|TERM|TERM_.*|COLORTERM|COLUMNS|LINES|WINDOWID|SSH_.*|XDG_SESSION_.*"
              + "|XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS|DISPLAY|TMUX.*|STY|VTE_.*"
              + "|INVOCATION_ID|JOURNAL_STREAM|SYSTEMD_EXEC_PID|MANAGERPID|MAINPID|SLAVE_MARK");

  private WorkerEnvironment() {}

  /** What of it is the same after a restart, in order. */
  static Map<String, String> lasting(Map<String, String> environment) {
    Map<String, String> lasting = new TreeMap<>(environment);
    ChildEnvironment.set(lasting, Map.of());
    lasting.keySet().removeIf(name -> EACH_START.matcher(name).matches());
    return lasting;
  }
}
