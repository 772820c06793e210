package io.rrrspec.experiments.simulation;

import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.WantedWorkspace;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.experiments.simulation.Snapshot.TaskSeen;
import io.rrrspec.experiments.simulation.Snapshot.TasksetSeen;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One run of a cluster from a seed to its end. */
final class Simulation {
  private static final int MOST_STEPS = 40_000;
  private static final long LONGEST = 15 * 60_000;
  private static final long LATE = 10_000;
  private static final long IN_NOBODYS_HANDS = 60_000;

  /** A foreign slave is dead a minute after its last sign, at the earliest. */
  private static final long IN_NOBODYS_HANDS_WITH_OTHERS = 180_000;

  private final Agenda agenda = new Agenda();
  private final Weather weather;
  private final World world;
  private final Plan plan;
  private final Cluster cluster;
  private final Invariants invariants;
  private final Scarcity scarcity;
  private final Hands hands;
  private final TasksetArchive archive;
  private final LostWrites lost;
  private final SimulatedRedis redis;
  private String text = "";
  private String observed = "";
  private int observedLists = -1;
  private int steps;
  private long overSince = -1;
  private long lookAgainAt;

  /**
   * How it went.
   *
   * @param steps how many
   * @param scarcity how often resources were used up
   * @param foreign whether a host of a foreign implementation took part
   * @param violation what was broken, or null
   */
  record Result(
      int steps,
      World world,
      Hands hands,
      Scarcity scarcity,
      boolean foreign,
      @Nullable Violation violation) {
    /** Everything that happened. */
    String history() {
      return world.history().all();
    }

    /** What happened to the task or taskset concerned. */
    String historyOfViolation() {
      Violation broken = violation;
      if (broken == null) {
        return "";
      }
      Map<String, Long> slaves = new HashMap<>();
      for (TasksetSeen taskset : world.seen().tasksets()) {
        TaskSeen task = taskset.tasks().get(broken.subject());
        if (task != null) {
          task.trials().values().forEach(trial -> slaves.put(trial.slave(), 1L));
        }
      }
      return world.history().of(broken.subject(), slaves);
    }
  }

  Simulation(Stage stage, long seed) {
    Chance seeds = new Chance(seed);
    this.plan = Plan.of(seeds.split());
    this.weather = new Weather(agenda, seeds.split());
    Chance uuids = seeds.split();
    this.redis =
        new SimulatedRedis(stage.redis(), weather, drawn -> uuids.uuid(), Snapshot.OBSERVATION);
    redis.clear(Agenda.BEGIN);
    Truth truth = new Truth(plan.outcomes());
    this.world = new World(agenda, seeds.split(), weather, redis, truth, stage);
    this.cluster = new Cluster(world, plan);
    this.invariants = new Invariants(world, plan);
    this.scarcity = new Scarcity(plan);
    this.hands = new Hands(world, plan.foreign() ? IN_NOBODYS_HANDS_WITH_OTHERS : IN_NOBODYS_HANDS);
    this.archive = new TasksetArchive(stage.database());
    this.lost = new LostWrites(world, cluster, archive, this::lookAnew);
  }

  /** Runs it. */
  Result run() {
    try {
      start();
      while (!isDone()) {
        steps++;
        redis.advance(agenda.nextAt());
        agenda.next();
        look();
        if (steps > MOST_STEPS || agenda.elapsed() > LONGEST) {
          throw hung();
        }
      }
      new AtTheEnd(world, lost)
          .check(
              weather.counts().containsKey(Fault.RUN_IS_CANCELLED),
              plan.foreign(),
              plan.brokenWorker() >= 0);
      return new Result(steps, world, hands, scarcity, plan.foreign(), null);
    } catch (Violation violation) {
      return new Result(steps, world, hands, scarcity, plan.foreign(), violation);
    } finally {
      redis.close();
    }
  }

  private Violation hung() {
    String subject =
        world.seen().tasksets().stream()
            .filter(taskset -> !taskset.isOver())
            .map(TasksetSeen::key)
            .findFirst()
            .orElse("");
    return new Violation(
        "the end is not reached within "
            + steps
            + " steps and "
            + agenda.elapsed() / 1000
            + " s; it stands so: "
            + standing(),
        subject,
        null);
  }

  private String standing() {
    var behind = redis.behind();
    StringBuilder text = new StringBuilder();
    new TreeSet<>(behind.smembers(world.keys().workers()))
        .forEach(
            worker ->
                text.append('\n')
                    .append(worker)
                    .append(behind.exists(Keys.heartbeat(worker)) ? " lives " : " is silent ")
                    .append(new TreeMap<>(behind.hgetAll(worker)))
                    .append(behind.lrange(Keys.workerQueue(worker), 0, -1)));
    for (String lead : List.of("dispatcher", "watchdog")) {
      text.append('\n').append(lead).append(": ").append(behind.get(world.keys().lead(lead)));
    }
    return text.append('\n').append(world.seen().lists()).toString();
  }

  private void start() {
    cluster.schedule();
    if (plan.queues()) {
      new QueueStore(world.redis(), world.keys()).change(Plan::setup);
    }
    if (!plan.foreign()) {
      // A foreign slave may do anything then.
      lost.schedule();
    }
    long at = world.chance().upTo(3_000);
    for (TasksetRequest request : plan.tasksets()) {
      agenda.in(at, () -> create(request));
      at += world.chance().upTo(15_000);
    }
  }

  /** The client has its own ways to see its calls through; they are not what is looked at here. */
  private void create(TasksetRequest request) {
    if (weather.redisIsDown() || runs(request.rsyncName())) {
      agenda.in(1_000, () -> create(request));
      return;
    }
    TasksetStore tasksets = new TasksetStore(world.redis(), world.keys());
    List<String> before = tasksets.active();
    String drawn = tasksets.create(request, agenda.instant());
    tasksets.activate(drawn, request.tasks().size());
    tasksets.activate(drawn, request.tasks().size());
    String key =
        tasksets.active().stream().filter(k -> !before.contains(k)).findFirst().orElseThrow();
    created.put(key, request);
    WantedWorkspace workspace = request.extras().workspace();
    if (workspace != null) {
      world.placements().created(key, workspace.name());
    }
    world.history().note(key, "created: " + key);
  }

  /** A client keeps others from sending the same sources meanwhile. */
  private boolean runs(String rsyncName) {
    return created.entrySet().stream()
        .filter(e -> e.getValue().rsyncName().equals(rsyncName))
        .anyMatch(e -> !over(redis.behind().hget(e.getKey(), "status")));
  }

  private final Map<String, TasksetRequest> created = new java.util.LinkedHashMap<>();

  private void look() {
    String now = redis.isChanged() || observedLists < 0 ? redis.observe(observed()) : text;
    if (!now.equals(text)) {
      text = now;
      Snapshot snapshot = new Snapshot(now);
      Snapshot before = world.seen();
      world.saw(snapshot);
      world.history().noteChanges(before, snapshot, world.actor());
      invariants.check(before, snapshot);
      scarcity.check(snapshot);
    }
    hands.look(world.seen());
    world.recoveries().look(world.seen());
    cluster.wake(world.seen());
  }

  /** After Redis has lost writes: what is there now need not follow from what was there. */
  private void lookAnew() {
    List<String> active = redis.behind().lrange(world.keys().activeTasksets(), 0, -1);
    List<String> gone =
        created.keySet().stream()
            .filter(key -> !active.contains(key))
            .filter(key -> !over(redis.behind().hget(key, "status")))
            .toList();
    for (String key : gone) {
      world.history().note(key, "lost: " + key + "; its client is told so, and starts it again");
      TasksetRequest request = created.remove(key);
      if (request != null) {
        agenda.in(world.chance().between(5_000, 15_000), () -> create(request));
      }
    }
    observedLists = -1;
    text = redis.observe(observed());
    world.saw(new Snapshot(text));
  }

  private static boolean over(@Nullable String status) {
    return status != null && !status.isEmpty() && !status.equals("running");
  }

  private String observed() {
    int lists = world.lists().size() + 1_000 * created.size();
    if (lists != observedLists) {
      observedLists = lists;
      String tasksets =
          created.entrySet().stream()
              .map(
                  e ->
                      "{\"key\":\""
                          + e.getKey()
                          + "\",\"tasks\":["
                          + e.getValue().tasks().stream()
                              .map(task -> '"' + Keys.task(e.getKey(), task.specFile()) + '"')
                              .collect(Collectors.joining(","))
                          + "]}")
              .collect(Collectors.joining(","));
      String names =
          world.lists().stream().map(list -> '"' + list + '"').collect(Collectors.joining(","));
      observed = "{\"ns\":\"sim\",\"lists\":[" + names + "],\"tasksets\":[" + tasksets + "]}";
    }
    return observed;
  }

  /** Everything is over, persisted, and nothing late has come for a while. */
  private boolean isDone() {
    Snapshot now = world.seen();
    if (agenda.millis() < lookAgainAt
        || created.size() < plan.tasksets().size()
        || now.tasksets().size() < created.size()
        || !now.tasksets().stream().allMatch(TasksetSeen::isOver)
        || now.persisterQueue() > 0
        || !now.lists().isEmpty()
        || !weather.isFine()) {
      return false;
    }
    lookAgainAt = agenda.millis() + 1_000;
    if (overSince < 0
        && now.tasksets().stream().allMatch(t -> archive.areLogsSaved(Keys.lastPart(t.key())))) {
      overSince = agenda.millis();
    }
    return overSince >= 0 && agenda.millis() - overSince > LATE;
  }
}
