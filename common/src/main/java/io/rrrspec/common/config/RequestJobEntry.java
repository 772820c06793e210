package io.rrrspec.common.config;

import io.rrrspec.common.UsageException;
import java.util.Map;

/**
 * An entry of {@code request_jobs} before {@code job_modules} is known.
 *
 * @param ofModule whether the text of the job is the name of a module, not its command line
 */
record RequestJobEntry(RequestJob job, boolean ofModule) {

  /**
   * The job that is meant.
   *
   * @param modules command templates by the name of the module
   * @throws UsageException if its module is none of them
   */
  RequestJob resolved(Map<String, String> modules) {
    if (!ofModule) {
      return job;
    }
    String template = modules.get(job.text());
    if (template == null) {
      throw new UsageException(
          "request_jobs has '"
              + job.name()
              + ".module: "
              + job.text()
              + "', which job_modules does not have: "
              + (modules.isEmpty()
                  ? "add it there"
                  : "write one of " + String.join(", ", modules.keySet())));
    }
    return new RequestJob(
        job.name(),
        job.kind(),
        template,
        job.sources(),
        job.queue(),
        job.args(),
        job.outputs(),
        job.cacheable(),
        job.maxTrials(),
        job.timeoutSec());
  }
}
