package io.rrrspec.common.line;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.NearestName;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.store.QueueStore;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Looks at a job before it is queued. */
public final class Modules {
  private static final Pattern REQUEST = Pattern.compile("[A-Z]{1,20} https?://[^\\s/]\\S*( .*)?");

  /** Longer ones would be refused by the shell. */
  public static final int LONGEST = 65_536;

  private final QueueStore queues;

  public Modules(QueueStore queues) {
    this.queues = queues;
  }

  /**
   * Refuses what no worker could do anything with.
   *
   * @throws UsageException with what to write instead
   */
  public void check(String module, String text) {
    if (text.isBlank()) {
      throw new UsageException("the job is empty: write what to do");
    }
    if (text.length() > LONGEST) {
      throw new UsageException("the job has more than 65536 characters: put it into a file");
    }
    if (text.chars().anyMatch(c -> c < ' ' && c != '\t')) {
      throw new UsageException("a job is one line: put what has more of them into a file");
    }
    switch (module) {
      case Job.SHELL -> {}
      case Job.HTTP -> checkRequest(text);
      case Job.JUNIT -> checkDirectory(text);
      default -> checkKnown(module);
    }
  }

  /** Whether a text is METHOD URL [BODY]. */
  public static boolean isRequest(String text) {
    return REQUEST.matcher(text).matches();
  }

  private static void checkRequest(String text) {
    if (!isRequest(text)) {
      throw new UsageException(
          "no request: write METHOD URL [BODY] (GET http://127.0.0.1:9000/status)");
    }
  }

  private void checkDirectory(String text) {
    if (!queues.modules().containsKey(Job.JUNIT)) {
      throw new UsageException(
          "there are no jobs of the module junit here: set job_roots in the server's file");
    }
    if (!text.startsWith("/")) {
      throw new UsageException(
          "'" + text + "' is no directory of the server: write its path, with a / in front");
    }
  }

  private void checkKnown(String module) {
    Map<String, String> known = queues.modules();
    if (!known.containsKey(module)) {
      Set<String> all = new TreeSet<>(known.keySet());
      all.add(Job.SHELL);
      all.add(Job.HTTP);
      throw new UsageException(
          "no module '"
              + module
              + "'"
              + NearestName.hint(module, all, ": there are " + String.join(", ", all)));
    }
  }
}
