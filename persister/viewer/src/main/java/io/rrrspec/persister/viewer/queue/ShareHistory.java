package io.rrrspec.persister.viewer.queue;

import io.rrrspec.common.queue.QueueInGroup;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.store.QueueStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What queues had in the last quarter of an hour, in columns of ten seconds. Each sample is read
 * from Redis once, however many people look. Not safe for use by several threads.
 */
final class ShareHistory {
  /** The number of columns. */
  static final int COLUMNS = 90;

  private static final long COLUMN_MS = Duration.ofSeconds(10).toMillis();

  private final Map<QueueInGroup, Map<Long, Sum>> sums = new HashMap<>();
  private @Nullable QueueSample newest;

  /**
   * What a queue had in ten seconds, on average.
   *
   * @param used the number of its workers
   * @param guaranteed the number of workers that it had a right to
   * @param most the number of workers that it could have
   * @param isShort whether it waited with less than its right for half of that time or longer
   */
  record Column(double used, double guaranteed, double most, boolean isShort) {}

  private static final class Sum {
    private int count;
    private double used;
    private double guaranteed;
    private double most;
    private int shortOf;

    private void add(QueueSample.Share share) {
      count++;
      used += share.used();
      guaranteed += share.guaranteed();
      most += share.most();
      shortOf += ShareNow.missing(share) > 0 ? 1 : 0;
    }

    private Column average() {
      return new Column(used / count, guaranteed / count, most / count, 2 * shortOf >= count);
    }
  }

  /** Reads what was added since the last time, and forgets what is too old. */
  void update(QueueStore queues, long nowMs) {
    long first = (end(nowMs) - COLUMNS + 1) * COLUMN_MS;
    long known = newest == null ? 0 : newest.atMs();
    // A sample of the same moment is the same: one server leads.
    queues.eachSampleAfter(Math.max(known, first - 1), this::add);
    long oldest = end(nowMs) - COLUMNS + 1;
    sums.values().forEach(columns -> columns.keySet().removeIf(column -> column < oldest));
    sums.values().removeIf(Map::isEmpty);
  }

  private void add(QueueSample sample) {
    QueueSample before = newest;
    if (before == null || sample.atMs() > before.atMs()) {
      newest = sample;
    }
    for (QueueSample.Share share : sample.queues()) {
      sums.computeIfAbsent(new QueueInGroup(share.group(), share.name()), q -> new HashMap<>())
          .computeIfAbsent(sample.atMs() / COLUMN_MS, column -> new Sum())
          .add(share);
    }
  }

  /** Returns the last sample, or null if there was none. */
  @Nullable QueueSample newest() {
    return newest;
  }

  /** Returns the queues of which something is known. */
  List<QueueInGroup> queues() {
    return List.copyOf(sums.keySet());
  }

  /** Returns the columns of a queue, oldest first; null where nothing is known. */
  List<@Nullable Column> columns(QueueInGroup queue, long nowMs) {
    Map<Long, Sum> known = sums.getOrDefault(queue, Map.of());
    List<@Nullable Column> columns = new ArrayList<>();
    for (long at = end(nowMs) - COLUMNS + 1; at <= end(nowMs); at++) {
      Sum sum = known.get(at);
      columns.add(sum == null ? null : sum.average());
    }
    return columns;
  }

  /** The server's clock may be ahead of ours. */
  private long end(long nowMs) {
    return Math.max(nowMs, newest == null ? 0 : newest.atMs()) / COLUMN_MS;
  }
}
