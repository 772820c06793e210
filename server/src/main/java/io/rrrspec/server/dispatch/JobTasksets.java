package io.rrrspec.server.dispatch;

import io.rrrspec.common.config.CommandTemplate;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.Queue;
import java.util.HashMap;
import java.util.Map;

/** What taskset a job becomes. */
final class JobTasksets {
  private JobTasksets() {}

  /**
   * The only task of it.
   *
   * @param templates the modules of the server's file
   */
  static String task(Job job, Map<String, String> templates) {
    return switch (job.module()) {
      case Job.SHELL, Job.HTTP -> job.text();
      default -> {
        String template = templates.get(job.module());
        yield template == null
            ? "echo "
                + CommandTemplate.quoted("no module " + job.module() + " any more")
                + " >&2; exit 1"
            : CommandTemplate.fill(template, Map.of("job", job.text()));
      }
    };
  }

  /** What its hash has. */
  static Map<String, String> fields(Job job, Queue queue, int timeoutSec) {
    boolean http = job.module().equals(Job.HTTP);
    Map<String, String> fields = new HashMap<>();
    fields.put("rsync_name", "job-" + job.number());
    fields.put("setup_command", "");
    fields.put("slave_command", "rrrspec-java slave");
    fields.put("worker_type", queue.group());
    fields.put("max_workers", "1");
    fields.put("max_trials", "1");
    fields.put("taskset_class", "job");
    fields.put("unknown_spec_timeout_sec", Integer.toString(timeoutSec));
    fields.put("least_timeout_sec", Integer.toString(timeoutSec));
    fields.put("status", "");
    fields.put("runner", (http ? Runner.HTTP : Runner.COMMAND).name());
    fields.put("user", job.user());
    fields.put("queue", queue.name());
    if (queue.inTurn()) {
      fields.put("queue_serial", Integer.toString(queue.serial()));
    }
    fields.put("sources", Taskset.NO_SOURCES);
    if (http && !job.text().matches("(GET|HEAD) .*")) {
      fields.put("once", "1");
    }
    return fields;
  }
}
