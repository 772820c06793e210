package io.rrrspec.server.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.rrrspec.common.queue.QueueSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What queues have and want. At most so many queues have metrics as can be set up. */
final class AdmissionMetrics {
  /** A queue may be served in several groups, and anybody may write a sample. */
  private static final int MOST = 2_000;

  private final Map<MultiGauge, ToDoubleFunction<QueueSample.Share>> ofQueues =
      new LinkedHashMap<>();
  private final MultiGauge liveWorkers;
  private long now;

  AdmissionMetrics(MeterRegistry registry, String prefix) {
    queue(registry, prefix, "used", "Workers that serve a queue", QueueSample.Share::used);
    queue(
        registry,
        prefix,
        "guaranteed",
        "Workers to which a queue has a right",
        QueueSample.Share::guaranteed);
    queue(registry, prefix, "most", "Workers that a queue may have", QueueSample.Share::most);
    queue(
        registry,
        prefix,
        "waiting",
        "Runs and jobs of a queue that could do with a worker, or with one more",
        QueueSample.Share::waiting);
    queue(
        registry,
        prefix,
        "waiting.seconds",
        "How long a queue has waited without getting a worker",
        share ->
            share.waitingSinceMs() <= 0 ? 0 : Math.max(0, now - share.waitingSinceMs()) / 1000.0);
    this.liveWorkers =
        MultiGauge.builder(prefix + "admission.workers")
            .description("Live workers of a group that has queues")
            .register(registry);
  }

  private void queue(
      MeterRegistry registry,
      String prefix,
      String name,
      String description,
      ToDoubleFunction<QueueSample.Share> value) {
    ofQueues.put(
        MultiGauge.builder(prefix + "admission." + name)
            .description(description)
            .register(registry),
        value);
  }

  /**
   * Takes over what was seen.
   *
   * @param sample null if nothing is known
   * @param nowMs the time of the look, in ms since 1970
   */
  void show(@Nullable QueueSample sample, long nowMs) {
    now = nowMs;
    List<QueueSample.Share> shares =
        sample == null ? List.of() : sample.queues().stream().limit(MOST).toList();
    ofQueues.forEach(
        (gauge, value) ->
            gauge.register(
                shares.stream()
                    .<MultiGauge.Row<?>>map(
                        share ->
                            MultiGauge.Row.of(
                                Tags.of("group", share.group(), "queue", share.name()),
                                value.applyAsDouble(share)))
                    .toList(),
                true));
    List<MultiGauge.Row<?>> groups = new ArrayList<>();
    if (sample != null) {
      sample.liveWorkers().entrySet().stream()
          .limit(MOST)
          .forEach(
              group ->
                  groups.add(
                      MultiGauge.Row.of(Tags.of("group", group.getKey()), group.getValue())));
    }
    liveWorkers.register(groups, true);
  }
}
