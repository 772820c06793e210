package io.rrrspec.server.http;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.rrrspec.common.store.Status;
import io.rrrspec.common.store.StatusStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.server.http.Observation.LoopState;
import io.rrrspec.server.tally.Count;
import io.rrrspec.server.tally.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The metrics of one server and what it sees of the installation, as Prometheus reads them. */
final class Metrics {
  private static final String PREFIX = "rrrspec.";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Observer observer;
  private final String serverKey;
  private final MultiGauge workers;
  private final AdmissionMetrics admission;
  private final Map<String, LoopState> loops = new TreeMap<>();
  private volatile @Nullable Observation seen;

  Metrics(Observer observer, Tally tally, String serverKey) {
    this.observer = observer;
    this.serverKey = serverKey;
    this.workers =
        MultiGauge.builder(PREFIX + "workers")
            .description("Workers by type and state; dead: not yet given up by the watchdog")
            .register(registry);
    this.admission = new AdmissionMetrics(registry, PREFIX);
    for (Count count : Count.values()) {
      register(count, tally);
    }
    queue("arbiter", Status::arbiter, Observation::arbiterAge);
    queue("dispatcher", Status::dispatcher, Observation::dispatcherAge);
    queue("persister", Status::persister, Observation::persisterAge);
    gauge("persister.held", "Tasksets in the hands of persisters", s -> sum(s.held()));
    gauge("tasksets.active", "Tasksets that are not over", Status::activeCount);
    gauge("tasks.left", "Tasks of active tasksets that are not decided", Metrics::left);
    gauge("set.aside", "Messages that stand set aside in Redis", Status::setAside);
    gauge("runs.set.aside", "Runs that could not be persisted", Status::runsSetAside);
    gauge(
        "redis.round.trip.seconds",
        "How long Redis took to answer a PING",
        s -> s.roundTrip().toNanos() / 1e9);
    Gauge.builder(PREFIX + "redis.up", this, m -> m.status() == null ? 0 : 1)
        .description("Whether Redis answers")
        .strongReference(true)
        .register(registry);
    for (String role : StatusStore.ROLES) {
      Gauge.builder(PREFIX + "leads", this, m -> m.leads(role))
          .tags("role", role)
          .description("Whether this server leads")
          .strongReference(true)
          .register(registry);
    }
  }

  /** Looks, and writes all of it down. */
  synchronized String scrape() {
    Observation now = observer.look();
    seen = now;
    workers.register(rows(now.status()), true);
    Status status = now.status();
    admission.show(status == null ? null : status.admission(), now.at().toEpochMilli());
    now.loops().forEach(this::loop);
    return registry.scrape();
  }

  private void register(Count count, Tally tally) {
    double scale = count.isTime() ? 1000.0 : 1;
    String label = count.label();
    FunctionCounter.builder(PREFIX + count.metric(), tally, t -> t.of(count) / scale)
        .tags(label == null ? Tags.empty() : Tags.of(label, count.value()))
        .description(count.description())
        .register(registry);
  }

  private void queue(
      String name, Function<Status, Status.Queue> queue, ToDoubleFunction<Observation> age) {
    Gauge.builder(PREFIX + "queue.length", this, m -> m.of(s -> queue.apply(s).length()))
        .tags("queue", name)
        .description("Messages that wait in a queue")
        .strongReference(true)
        .register(registry);
    Gauge.builder(PREFIX + "queue.age.seconds", this, m -> m.age(age))
        .tags("queue", name)
        .description("How long the oldest message of a queue has waited")
        .strongReference(true)
        .register(registry);
  }

  private void gauge(String name, String description, ToDoubleFunction<Status> value) {
    Gauge.builder(PREFIX + name, this, m -> m.of(value))
        .description(description)
        .strongReference(true)
        .register(registry);
  }

  /** A loop is there once the server has started; its counters are read from its last state. */
  private void loop(LoopState state) {
    boolean isNew = loops.put(state.name(), state) == null;
    if (!isNew) {
      return;
    }
    String name = state.name();
    counter("loop.steps", "Steps of this server's actors", name, LoopState::steps);
    counter("loop.failures", "Steps that failed", name, LoopState::failures);
  }

  private void counter(
      String metric, String description, String actor, ToDoubleFunction<LoopState> value) {
    FunctionCounter.builder(
            PREFIX + metric,
            loops,
            all -> {
              LoopState state = all.get(actor);
              return state == null ? 0 : value.applyAsDouble(state);
            })
        .tags("actor", actor)
        .description(description)
        .register(registry);
  }

  private @Nullable Status status() {
    Observation now = seen;
    return now == null ? null : now.status();
  }

  private double of(ToDoubleFunction<Status> value) {
    Status status = status();
    return status == null ? Double.NaN : value.applyAsDouble(status);
  }

  private double age(ToDoubleFunction<Observation> age) {
    Observation now = seen;
    return now == null ? Double.NaN : age.applyAsDouble(now);
  }

  private double leads(String role) {
    return of(status -> serverKey.equals(status.leaders().get(role)) ? 1 : 0);
  }

  private static long sum(List<Status.Held> held) {
    return held.stream().mapToLong(Status.Held::messages).sum();
  }

  private static long left(Status status) {
    return status.active().stream().mapToLong(Status.Active::left).sum();
  }

  private static List<MultiGauge.Row<?>> rows(@Nullable Status status) {
    Map<String, Map<String, Integer>> types = new TreeMap<>();
    if (status != null) {
      for (WorkerStore.Seen worker : status.workers()) {
        Map<String, Integer> states =
            types.computeIfAbsent(
                worker.workerType(), t -> new TreeMap<>(Map.of("idle", 0, "busy", 0, "dead", 0)));
        String state =
            !worker.alive()
                ? "dead"
                : worker.taskset() != null ? "busy" : worker.sick() ? "sick" : "idle";
        states.merge(state, 1, Integer::sum);
      }
    }
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    types.forEach(
        (type, states) ->
            states.forEach(
                (state, number) ->
                    rows.add(MultiGauge.Row.of(Tags.of("type", type, "state", state), number))));
    return rows;
  }
}
