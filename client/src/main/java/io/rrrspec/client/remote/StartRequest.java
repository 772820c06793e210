package io.rrrspec.client.remote;

import io.rrrspec.client.report.Detail;
import io.rrrspec.client.source.RunExtras;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.model.TestSelection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code client start} was asked for.
 *
 * @param settings with what the command line says of them
 * @param user who asks
 * @param waits whether to wait for the end
 * @param detach whether the run goes on when this client vanishes while it waits
 * @param keyOnly whether the answer is the key alone
 * @param reports which reports are wanted
 * @param patterns which tasks; empty: all
 * @param extras order, listing and changes; {@code client start} writes no reports of its own
 *     accord
 * @param tags which tests by their tags
 * @param job the number of the job that it is the run of, or null
 * @param detail how much is told of the run
 */
public record StartRequest(
    Settings settings,
    String user,
    boolean waits,
    boolean detach,
    boolean keyOnly,
    WantedReports reports,
    List<String> patterns,
    RunExtras extras,
    TestSelection tags,
    @Nullable Long job,
    Detail detail) {

  public StartRequest {
    patterns = List.copyOf(patterns);
  }

  /** How much the table at the end tells; null: the answer is the key alone. */
  @Nullable Detail table() {
    return keyOnly ? null : detail;
  }
}
