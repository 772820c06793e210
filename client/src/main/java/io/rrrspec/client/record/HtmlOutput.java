package io.rrrspec.client.record;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.persister.viewer.report.HtmlReport;
import io.rrrspec.persister.viewer.report.ReportDirectory;
import io.rrrspec.persister.viewer.run.EndedRun;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The pages that {@code --html} asks for.
 *
 * @param dir where they go; absolute
 */
public record HtmlOutput(Path dir) {
  /**
   * Makes the directory, and takes an earlier report away: before the run.
   *
   * @throws UsageException if it cannot be written, or has files of others in the places of ours
   */
  public void prepare() {
    new ReportDirectory(dir).prepare();
  }

  /**
   * Writes the pages of a run that is over, and that Redis has.
   *
   * @param say gets a line with the file to open, and one if something is left out
   * @throws io.rrrspec.common.ServiceException if they cannot be written
   */
  public void write(Taskset taskset, RedisConnection redis, Keys keys, Consumer<String> say) {
    try (EndedRun run = EndedRun.inRedis(taskset, redis, keys)) {
      write(run, say);
    }
  }

  void write(EndedRun run, Consumer<String> say) {
    ReportDirectory directory = new ReportDirectory(dir);
    HtmlReport.Result result = HtmlReport.write(run.view(), directory);
    say.accept("pages of this run: " + directory.index());
    if (result.leftOut() > 0) {
      say.accept(result.leftOutWords());
    }
  }

  /**
   * Refuses a run that goes on: its pages would be wrong a moment later.
   *
   * @throws UsageException if it goes on
   */
  public static void requireOver(Taskset taskset) {
    if (!taskset.status().isFinal()) {
      throw new UsageException(
          "option --html: the run goes on: wait for its end with `rrrspec-java client waitfor "
              + taskset.id()
              + "`");
    }
  }
}
