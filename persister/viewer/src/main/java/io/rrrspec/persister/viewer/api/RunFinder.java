package io.rrrspec.persister.viewer.api;

import io.javalin.http.NotFoundResponse;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.Runs;
import io.rrrspec.persister.record.SavedRun;
import io.rrrspec.persister.viewer.run.Records;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds a run by what people call it: its key, its UUID, or its number in the record. */
final class RunFinder {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private final Records records;

  RunFinder(Records records) {
    this.records = records;
  }

  /**
   * The run; where it is in Redis and in the record, as it is in the record.
   *
   * @throws NotFoundResponse if there is none
   */
  ApiRun find(String text) {
    Optional<SavedRun> saved = saved(text);
    return saved.isPresent()
        ? new SavedSource(saved.get(), records.database())
        : live(text).orElseThrow(() -> unknown(text));
  }

  /**
   * Where the logs of a run are: in Redis until its workers have left, though it is in the record.
   *
   * @throws NotFoundResponse if there is no such run
   */
  ApiRun findLogs(String text) {
    ApiRun found = find(text);
    return found instanceof SavedSource saved && !saved.hasLogs()
        ? records
            .tasksets()
            .find(found.taskset().key())
            .<ApiRun>map(taskset -> new LiveSource(taskset, found.id(), records))
            .orElse(found)
        : found;
  }

  private Optional<ApiRun> live(String text) {
    return records
        .tasksets()
        .find(key(text))
        .map(taskset -> new LiveSource(taskset, id(taskset), records));
  }

  private static RunId id(Taskset taskset) {
    return new RunId(null, taskset.id());
  }

  private String key(String text) {
    return text.contains(Keys.SEPARATOR) ? text : records.keys().taskset(text);
  }

  private Optional<SavedRun> saved(String text) {
    Runs runs = new Runs(records.database());
    if (NUMBER.matcher(text).matches()) {
      return runs.find(Long.parseLong(text));
    }
    // Some databases find texts that are not quite equal, and a key may be of another namespace.
    return runs.find(Keys.lastPart(text))
        .filter(run -> text.equals(run.taskset().key()) || text.equals(run.taskset().id()));
  }

  private static NotFoundResponse unknown(String text) {
    return new NotFoundResponse("there is no run " + text);
  }
}
