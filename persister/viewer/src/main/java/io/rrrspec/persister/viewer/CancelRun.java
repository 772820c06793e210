package io.rrrspec.persister.viewer;

import io.javalin.http.ConflictResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.run.Runs;
import io.rrrspec.persister.record.run.SavedRun;
import io.rrrspec.persister.viewer.run.Records;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Ends a run that nobody wants any more: the button on its page. */
final class CancelRun {
  private final AccessCheck admission;
  private final Records records;

  CancelRun(AccessCheck admission, Records records) {
    this.admission = admission;
    this.records = records;
  }

  /**
   * Does it, and leads back to the run's page.
   *
   * @throws NotFoundResponse if there is no such run
   * @throws ConflictResponse if it is over
   */
  void handle(Context ctx) {
    admission.requireToken(ctx);
    Taskset run = find(ctx.pathParam("id"));
    if (run.status().isFinal()) {
      throw new ConflictResponse("this run is over already: it " + ended(run.status()));
    }
    records.tasksets().cancel(run.key(), "cancelled in the viewer");
    ctx.redirect(
        "/runs/" + URLEncoder.encode(run.id(), StandardCharsets.UTF_8), HttpStatus.SEE_OTHER);
  }

  private Taskset find(String text) {
    String key = text.contains(Keys.SEPARATOR) ? text : records.keys().taskset(text);
    Optional<Taskset> live = records.tasksets().find(key);
    return live.or(() -> past(key))
        .orElseThrow(() -> new NotFoundResponse("There is no run " + text + "."));
  }

  private Optional<Taskset> past(String key) {
    return new Runs(records.database())
        .find(Keys.lastPart(key))
        .map(SavedRun::taskset)
        .filter(taskset -> taskset.key().equals(key));
  }

  private static String ended(TasksetStatus status) {
    return switch (status) {
      case SUCCEEDED -> "succeeded";
      case FAILED -> "failed";
      case CANCELLED -> "was cancelled";
      case WAITING, RUNNING -> throw new IllegalArgumentException(status + " is no end");
    };
  }
}
