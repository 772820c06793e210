package io.rrrspec.common.line;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.store.QueueStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The line {@code queue history}: what a queue had and wanted, by the servers' own record. */
final class QueueHistory {
  private static final int DEFAULT_SEC = 60;

  private QueueHistory() {}

  static Reply lines(QueueStore queues, Words words) {
    String name = words.next("NAME");
    String seconds = words.nextOrNull();
    words.end();
    Queue queue = queues.read().setup().get(name);
    List<String> lines = new ArrayList<>();
    for (QueueSample sample : queues.samples(count(seconds))) {
      for (QueueSample.Share share : sample.queues()) {
        if (share.name().equals(queue.name()) && share.group().equals(queue.group())) {
          lines.add(
              Instant.ofEpochMilli(sample.atMs()).truncatedTo(ChronoUnit.SECONDS)
                  + text(share, share.waiting()));
        }
      }
    }
    return Reply.of(lines);
  }

  private static int count(@Nullable String seconds) {
    if (seconds == null) {
      return DEFAULT_SEC;
    }
    if (!seconds.matches("[1-9]\\d{0,2}")) {
      throw new UsageException(
          "'" + seconds + "' is no number of seconds: write one from 1 to 900, such as 60");
    }
    return Integer.parseInt(seconds);
  }

  /** As {@code status} shows it, too. */
  static String text(QueueSample.Share share, long waiting) {
    return String.format(
        Locale.ROOT,
        " used %d guaranteed %s most %d waiting %d",
        share.used(),
        decimal(share.guaranteed()),
        share.most(),
        waiting);
  }

  private static String decimal(double number) {
    return number == Math.rint(number)
        ? Long.toString((long) number)
        : String.format(Locale.ROOT, "%.1f", number);
  }
}
