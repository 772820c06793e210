package io.rrrspec.persister.viewer.api;

import io.javalin.http.NotFoundResponse;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.run.RunInSql;
import io.rrrspec.persister.record.run.Runs;
import io.rrrspec.persister.record.run.SavedRun;
import io.rrrspec.persister.viewer.run.Records;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
    return saved(text).or(() -> live(key(text), null)).orElseThrow(() -> unknown(text));
  }

  /**
   * Where the logs of a run are: in Redis until its workers have left, though it is in the record.
   *
   * @throws NotFoundResponse if there is no such run
   */
  ApiRun findLogs(String text) {
    ApiRun found = find(text);
    return found.id().number() == null || found.run().isSettled()
        ? found
        : live(found.run().taskset().key(), found.id().number()).orElse(found);
  }

  private Optional<ApiRun> live(String key, @Nullable Long number) {
    return records
        .tasksets()
        .find(key)
        .map(run -> new ApiRun(records.inRedis(run), new RunId(number, run.id())));
  }

  private String key(String text) {
    return text.contains(Keys.SEPARATOR) ? text : records.keys().taskset(text);
  }

  private Optional<ApiRun> saved(String text) {
    Runs runs = new Runs(records.database());
    Optional<SavedRun> saved =
        NUMBER.matcher(text).matches()
            ? runs.find(Long.parseLong(text))
            // Some databases find texts that are not quite equal, and a key may be of another
            // namespace.
            : runs.find(Keys.lastPart(text))
                .filter(run -> text.equals(run.taskset().key()) || text.equals(run.taskset().id()));
    return saved.map(
        run ->
            new ApiRun(
                new RunInSql(records.database(), run),
                new RunId(run.number(), run.taskset().id())));
  }

  private static NotFoundResponse unknown(String text) {
    return new NotFoundResponse("there is no run " + text);
  }
}
