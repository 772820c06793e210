package io.rrrspec.persister.viewer.flow;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.StepStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.FlowTree;
import io.rrrspec.persister.viewer.run.Recent;
import io.rrrspec.persister.viewer.run.Records;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at flows when somebody asks, and at each once a second at most however many ask. Safe for
 * use by several threads.
 */
public final class Flows {
  private static final Logger log = LoggerFactory.getLogger(Flows.class);
  private static final int LISTED = 100;

  /** As many as a file may have. */
  private static final int MOST_STEPS = 10_001;

  /** Runs of which is said how far they are. */
  private static final int MOST_RUNS = 200;

  /** What is remembered of looks: a step takes some 2 kB. */
  private static final int REMEMBERED = 64;

  private static final int REMEMBERED_STEPS = 40_000;

  /** In front of the id of a flow in the names of its sources. */
  private static final String SOURCES = "flow-";

  private final Records records;
  private final InstantSource clock;
  private final Recent<FlowList> list = new Recent<>();
  private final Map<String, Watched> watched = new LinkedHashMap<>(16, 0.75f, true);

  private static final class Watched {
    final Recent<Optional<FlowLook>> recent = new Recent<>();
    int steps;
  }

  /**
   * The step that a run is.
   *
   * @param id of the flow
   * @param name of the flow
   * @param step id of the step; empty if it is not known
   * @param path its name behind those of the steps around it; empty if it is not known
   */
  public record StepOfRun(String id, String name, String step, String path) {}

  public Flows(Records records, InstantSource clock) {
    this.records = records;
    this.clock = clock;
  }

  /**
   * Looks at the newest flows.
   *
   * @throws OutageException if Redis does not answer
   */
  public FlowList list() {
    return list.get(this::readList);
  }

  /** The same, but says on the page that Redis does not answer. */
  public FlowList listPage() {
    try {
      return list();
    } catch (RuntimeException e) {
      if (e instanceof OutageException || Outage.isCauseOf(e)) {
        String problem = "Redis does not answer: nobody knows which flows there are.";
        return new FlowList(List.of(), 0, clock.instant(), problem);
      }
      throw e;
    }
  }

  private FlowList readList() {
    List<String> ids = records.flows().roots(LISTED);
    long all = ids.size() < LISTED ? ids.size() : records.flows().rootCount();
    List<FlowRow> rows =
        records.flows().outlines(ids).values().stream().flatMap(Flows::row).toList();
    return new FlowList(rows, Math.max(0, all - ids.size()), clock.instant(), "");
  }

  /** Nothing if a foreign program wrote what nobody can read. */
  private static Stream<FlowRow> row(FlowState root) {
    try {
      return Stream.of(FlowRow.of(root));
    } catch (IllegalArgumentException e) {
      log.warn("a flow cannot be read: {}", e.getMessage());
      return Stream.empty();
    }
  }

  /**
   * Looks at one flow.
   *
   * @return empty: there is none of this id, or it is a part of another one
   */
  public Optional<FlowLook> look(String id) {
    Watched known;
    synchronized (watched) {
      known = watched.computeIfAbsent(id, key -> new Watched());
    }
    Optional<FlowLook> look = known.recent.get(() -> read(id));
    synchronized (watched) {
      known.steps = look.map(one -> one.tree().steps().size()).orElse(0);
      forgetSome();
    }
    return look;
  }

  private void forgetSome() {
    int steps = watched.values().stream().mapToInt(one -> one.steps).sum();
    Iterator<Watched> oldest = watched.values().iterator();
    while (watched.size() > 1 && (watched.size() > REMEMBERED || steps > REMEMBERED_STEPS)) {
      steps -= oldest.next().steps;
      oldest.remove();
    }
  }

  private Optional<FlowLook> read(String id) {
    Instant now = clock.instant();
    FlowStore flows = records.flows();
    return flows
        .outline(id)
        .or(() -> flows.outline(FlowOrder.taskOf(id)))
        .filter(root -> root.parent() == null)
        .map(
            root -> {
              FlowTree tree = FlowTree.read(flows, root, MOST_STEPS);
              List<String> runs =
                  tree.steps().stream()
                      .filter(step -> step.standing() == StepStatus.RUNS)
                      .map(step -> step.state().text("run"))
                      .filter(records.keys()::isTaskset)
                      .limit(MOST_RUNS)
                      .toList();
              return new FlowLook(root, tree, records.tasksets().progress(runs), now);
            });
  }

  /** Has the next reader see what was just changed. */
  public void forget(String id) {
    list.forget();
    synchronized (watched) {
      watched.remove(id);
    }
  }

  /** Which step of which flow a run is, as long as Redis knows the flow. */
  public Optional<StepOfRun> stepOf(Taskset run) {
    if (!run.rsyncName().startsWith(SOURCES)) {
      return Optional.empty();
    }
    try {
      return look(run.rsyncName().substring(SOURCES.length())).map(look -> stepOf(look, run.key()));
    } catch (RuntimeException e) {
      // A past run is shown without Redis, too.
      log.debug("taskset {}: its flow is not known: {}", run.key(), e.toString());
      return Optional.empty();
    }
  }

  private static StepOfRun stepOf(FlowLook look, String key) {
    FlowState root = look.root();
    return look.tree().steps().stream()
        .filter(step -> step.state().text("run").equals(key))
        .findFirst()
        .map(step -> new StepOfRun(root.id(), FlowRow.name(root), step.state().id(), step.path()))
        .orElseGet(() -> new StepOfRun(root.id(), FlowRow.name(root), "", ""));
  }
}
