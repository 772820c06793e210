package io.rrrspec.persister.viewer.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rrrspec.common.queue.QueueInGroup;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.queue.QueueSample.Share;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.testing.TestRedis;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is remembered of the shares, and how it is drawn. */
class ShareHistoryTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final QueueInGroup QUEUE = new QueueInGroup("ruby", "purge");

  /** The beginning of a column. */
  private static final long NOW = 1_700_000_000_000L;

  private final ShareHistory history = new ShareHistory();
  private QueueStore queues;

  @BeforeEach
  void open() {
    queues = new QueueStore(redis.connection(), redis.keys());
  }

  private void add(long secondsAgo, int used, long waiting) {
    add(NOW - secondsAgo * 1_000, new Share("purge", "ruby", used, 3, 8, waiting, 0));
  }

  private void add(long atMs, Share... shares) {
    queues.add(new QueueSample(atMs, Map.of("ruby", 10), List.of(shares)));
  }

  private List<ShareHistory.@Nullable Column> columns(long nowMs) {
    return history.columns(QUEUE, nowMs);
  }

  @Test
  void aColumnIsTheAverageOfTenSeconds() {
    for (int second = 10; second > 0; second--) {
      add(second, second > 5 ? 4 : 2, 1);
    }
    history.update(queues, NOW);
    List<ShareHistory.@Nullable Column> columns = columns(NOW);
    assertThat(columns).hasSize(ShareHistory.COLUMNS);
    ShareHistory.Column column = Objects.requireNonNull(columns.get(88));
    assertThat(column.used()).isCloseTo(3, within(1e-9));
    assertThat(column.guaranteed()).isEqualTo(3);
    assertThat(column.most()).isEqualTo(8);
    assertThat(column.isShort()).as("for half of the time").isTrue();
    assertThat(columns.stream().filter(Objects::nonNull)).hasSize(1);
  }

  @Test
  void eachSampleCountsOnceHoweverOftenSomebodyLooks() {
    for (int second = 300; second > 0; second--) {
      add(second, 2, 0);
    }
    history.update(queues, NOW);
    add(NOW - 500, new Share("purge", "ruby", 8, 3, 8, 0, 0));
    history.update(queues, NOW);
    history.update(queues, NOW);
    ShareHistory.Column column = Objects.requireNonNull(columns(NOW).get(88));
    assertThat(column.used()).isCloseTo((10 * 2 + 8) / 11.0, within(1e-9));
    assertThat(columns(NOW).stream().filter(Objects::nonNull)).hasSize(30);
  }

  @Test
  void whatIsOlderThanAQuarterOfAnHourIsForgotten() {
    add(901, 7, 0);
    add(5, 2, 0);
    history.update(queues, NOW);
    assertThat(columns(NOW).stream().filter(Objects::nonNull)).hasSize(1);
    history.update(queues, NOW + 3_600_000);
    assertThat(columns(NOW + 3_600_000)).containsOnlyNulls();
    assertThat(ShareStrip.of(columns(NOW + 3_600_000), 10).words())
        .isEqualTo("nothing in 15 minutes");
  }

  @Test
  void theServersClockMayBeAheadAndRubbishIsLeftOut() {
    redis.connection().commands().lpush(redis.keys().queueSamples(), "rubbish", "null", "{}", "[]");
    add(NOW + 60_000, new Share("purge", "ruby", 4, 3, 8, 0, 0));
    history.update(queues, NOW);
    assertThat(columns(NOW).get(ShareHistory.COLUMNS - 1)).isNotNull();
  }

  @Test
  void aStripHasWhatIsUsedInItsPartsAndLinesThatBreakWhereNothingIsKnown() {
    add(15, 5, 1);
    add(5, 1, 1);
    history.update(queues, NOW);
    ShareStrip strip = ShareStrip.of(columns(NOW), 10);
    assertThat(strip.within()).isEqualTo("M174 31V22h2V31zM176 31V28h2V31z");
    assertThat(strip.borrowed()).isEqualTo("M174 22V16h2V22z");
    assertThat(strip.missing()).isEqualTo("M176 28V22h2V28z");
    assertThat(strip.guaranteed()).isEqualTo("M174 22H176H178");
    assertThat(strip.most()).isEqualTo("M174 7H176H178");
    assertThat(strip.words())
        .isEqualTo(
            "on average 3 workers, guaranteed 3, at most 5 used; less than its right for 10 s");
  }

  @Test
  void manyQueuesDoNotGrowTheMemoryWithEachLook() {
    Share[] shares = new Share[500];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = new Share("queue-" + i, "ruby", 1, 0.5, 3, 2, NOW);
    }
    for (int second = 100; second > 0; second--) {
      add(NOW - second * 1_000L, shares);
    }
    history.update(queues, NOW);
    assertThat(history.columns(new QueueInGroup("ruby", "queue-499"), NOW).stream())
        .filteredOn(Objects::nonNull)
        .hasSize(10);
  }
}
