package io.rrrspec.experiments.fuzz;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.rrrspec.common.config.Argument;
import io.rrrspec.common.config.ArgumentType;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestEntry;
import io.rrrspec.common.request.RequestJobs;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TasksetBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An installation in the middle of its work, made by the programs' own stores: a run whose keys are
 * left alone, a run whose keys are changed, one that is over, and what else there may be.
 */
final class Installation {
  static final String FLOW = "nightly";
  static final String REQUEST = "3f1e4c1a-1111-2222-3333-444444444441";
  static final String RED = "com.foo.RedTest";

  /** The worker and slave of the run that is left alone. */
  static final String GOOD_WORKER = "goodworker";

  private static final Duration LONG = Duration.ofHours(1);
  private static final String BAD_WORKER = "badworker";
  private static final String SLAVE = "1000";

  private final Stores stores;
  private final Keys keys;
  private final MessageQueue arbiter;

  private Installation(Stores stores) {
    this.stores = stores;
    this.keys = stores.keys();
    this.arbiter = MessageQueue.arbiter(stores.redis(), keys, keys.server("before"));
  }

  /**
   * The runs of an installation.
   *
   * @param good its keys are left alone; its slave has not asked for a task yet
   * @param life of that slave
   * @param bad one of its tasks has failed, others wait
   * @param over it is over, and not persisted
   */
  record Runs(String good, long life, String bad, String over) {
    Runs renamed(Map<String, String> names) {
      return new Runs(
          Entry.renamed(good, names), life, Entry.renamed(bad, names), Entry.renamed(over, names));
    }
  }

  /** Makes one, in an empty Redis. */
  static Runs make(Stores stores) {
    Installation made = new Installation(stores);
    made.surroundings();
    String over = made.over();
    String bad = made.bad();
    String good = made.run(plain(), GOOD_WORKER);
    long life = made.register(good, GOOD_WORKER);
    stores.redis().commands().del(made.arbiter.processing());
    return new Runs(good, life, bad, over);
  }

  static String slave(Keys keys) {
    return Keys.slave(keys.worker(GOOD_WORKER), SLAVE);
  }

  private static TasksetBuilder plain() {
    return aTaskset().withTasks(2).runner(Runner.JUNIT);
  }

  private void surroundings() {
    stores.rsyncInfo().publish(new RsyncInfo("/nowhere", "--recursive"));
    stores.servers().beat(keys.server("other"), LONG);
    for (String worker : List.of("idle1", "idle2")) {
      stores.workers().announce(keys.worker(worker), "default", "host", LONG);
    }
    stores.queues().change(setup -> setup.create("pr").create("nightly"));
    stores.queues().publishLimit(1_000);
    stores.queues().publishModules(Map.of("ruby", "ruby {job}"));
    stores.jobs().push(new JobStore.Push("pr", "ruby", "a job", "me"));
    stores.jobs().push(new JobStore.Push("pr", "shell", "true", "you"));
    stores.jobs().push(new JobStore.Push("nightly", "shell", "true", "me"));
    stores.estimates().save("test-class", Map.of(RED, Duration.ofSeconds(2)));
    FlowKeys flowKeys = FlowKeys.ofService(keys);
    stores.publishFlowKeys(flowKeys);
    stores
        .flows(flowKeys)
        .start(
            FlowStep.chain(
                    List.of(
                        FlowStep.group(
                                List.of(
                                    FlowStep.task("elsewhere").withId("a").with("title", "a"),
                                    FlowStep.task("elsewhere").withId("b").with("title", "b")))
                            .withId("both"),
                        FlowStep.task("elsewhere").withId("last")))
                .withId(FLOW)
                .with("title", "nightly")
                .with("user", "me")
                .with("started_ms", "1700000000000"));
    request();
  }

  private void request() {
    RequestJob job =
        new RequestJob(
            "build",
            RequestJob.Kind.EXTERNAL,
            "",
            null,
            "reports",
            Map.of("target", new Argument(ArgumentType.TEXT, false)),
            List.of(),
            false,
            1,
            60);
    stores.requestJobs().publish(Map.of("build", job));
    Instant now = Instant.now();
    var args = JsonNodeFactory.instance.objectNode().put("target", "all");
    RequestEntry entry = new RequestEntry("build", args, null, null, null, null, null);
    Request asked = Request.asked(REQUEST, "me", null, List.of(entry), args, now);
    stores.requests().write(null, asked.enqueued(new RequestJobs(Map.of("build", job)), now));
  }

  private String run(TasksetBuilder what, String worker) {
    String key = what.activatedIn(stores.tasksets());
    String workerKey = keys.worker(worker);
    stores.workers().announce(workerKey, "default", "host-" + worker, LONG);
    stores.workers().assign(key, workerKey, 0, 1, LONG);
    stores.workers().awaitTaskset(workerKey, Duration.ofSeconds(1));
    stores.workers().take(workerKey, key);
    stores.workers().mark(Keys.workerLog(key, workerKey), "rsync_finished", Instant.now());
    stores.workers().mark(Keys.workerLog(key, workerKey), "setup_finished", Instant.now());
    stores.workers().log(Keys.workerLog(key, workerKey), Instant.now(), "sets up");
    return key;
  }

  private long register(String taskset, String worker) {
    return stores
        .slaves()
        .register(Keys.slave(keys.worker(worker), SLAVE), taskset, "host-" + worker, true)
        .orElseThrow();
  }

  /** A run of many kinds of keys, of which one task has failed, one goes on and others wait. */
  private String bad() {
    List<TaskRequest> tasks =
        Stream.of(RED, "com.foo.ATest", "com.foo.BTest", "com.foo.CTest", "com.foo.DTest")
            .map(name -> new TaskRequest(name, Duration.ofSeconds(5)))
            .map(task -> task.specFile().endsWith("BTest") ? needing(task) : task)
            .toList();
    String key =
        run(
            aTaskset()
                .withTasks(tasks)
                .runner(Runner.JUNIT)
                .resources(Map.of("db", new ResourceLimit(2, ResourceLimit.Scope.FLEET)))
                .env(Map.of("TZ", "UTC"))
                .sources("digest")
                .waited(),
            BAD_WORKER);
    stores.clients().beat(key);
    stores.redis().commands().pexpire(Keys.client(key), LONG.toMillis());
    long life = register(key, BAD_WORKER);
    String slave = Keys.slave(keys.worker(BAD_WORKER), SLAVE);
    for (int i = 0; i < 2; i++) {
      if (stores.trials().claim(key, slave, life) instanceof Claim.Run run) {
        if (i == 0) {
          stores.trials().finish(run.trial(), slave, key, failed(run.specFile()));
          judge();
        }
      }
    }
    stores.slaves().appendLog(slave, "a line\n", LONG);
    return key;
  }

  private static TaskRequest needing(TaskRequest task) {
    return task.withResources(Set.of("db"));
  }

  /** A red run that is over. */
  private String over() {
    String key = run(aTaskset().withTasks(RED).runner(Runner.JUNIT), "overworker");
    long life = register(key, "overworker");
    String slave = Keys.slave(keys.worker("overworker"), SLAVE);
    if (stores.trials().claim(key, slave, life) instanceof Claim.Run run) {
      stores.trials().finish(run.trial(), slave, key, failed(RED));
      judge();
    }
    stores.workers().leave(keys.worker("overworker"), key, "", true, LONG);
    return key;
  }

  private void judge() {
    List<String> messages = arbiter.take(100);
    if (!messages.isEmpty()) {
      stores.judgements().judge(arbiter.processing(), 5, messages);
    }
  }

  private static TrialResult failed(String name) {
    CaseResult test =
        new CaseResult(name, "adds", Outcome.FAILED, 5, "expected 1", "E", "E\n\tat x");
    return new TrialResult(TrialStatus.FAILED, "out", "err", 0, 0, 1, List.of(test), null, 0);
  }

  /** A good result. */
  static TrialResult passed(String name) {
    CaseResult test = new CaseResult(name, "adds", Outcome.PASSED, 5, null, null, null);
    return new TrialResult(TrialStatus.PASSED, "", "", 1, 0, 0, List.of(test), null, 0);
  }
}
