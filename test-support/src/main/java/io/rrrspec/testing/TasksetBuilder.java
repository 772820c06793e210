package io.rrrspec.testing;

import io.rrrspec.common.model.OrderDependent;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.Extras;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.store.TasksetStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes tasksets for tests: {@code aTaskset().withTasks(3).activatedIn(store)}. */
public final class TasksetBuilder {
  private List<TaskRequest> tasks = List.of();
  private Runner runner = Runner.COMMAND;
  private String slaveCommand = "true";
  private String setupCommand = "";
  private int maxTrials = 1;
  private int maxWorkers = 10;
  private int unknownTimeoutSec = 60;
  private @Nullable String notifyList;

  private Extras extras = Extras.NONE;

  private TasksetBuilder() {}

  public static TasksetBuilder aTaskset() {
    return new TasksetBuilder();
  }

  public TasksetBuilder withTasks(int count) {
    this.tasks =
        IntStream.range(0, count).mapToObj(i -> new TaskRequest("task-" + i, null)).toList();
    return this;
  }

  public TasksetBuilder withTasks(String... specFiles) {
    this.tasks = List.of(specFiles).stream().map(s -> new TaskRequest(s, null)).toList();
    return this;
  }

  public TasksetBuilder withTasks(List<TaskRequest> requests) {
    this.tasks = requests;
    return this;
  }

  public TasksetBuilder runner(Runner kind) {
    this.runner = kind;
    return this;
  }

  public TasksetBuilder maxTrials(int trials) {
    this.maxTrials = trials;
    return this;
  }

  public TasksetBuilder maxWorkers(int workers) {
    this.maxWorkers = workers;
    return this;
  }

  public TasksetBuilder unknownTimeoutSec(int seconds) {
    this.unknownTimeoutSec = seconds;
    return this;
  }

  public TasksetBuilder slaveCommand(String command) {
    this.slaveCommand = command;
    return this;
  }

  public TasksetBuilder setupCommand(String command) {
    this.setupCommand = command;
    return this;
  }

  public TasksetBuilder notifying(String list) {
    this.notifyList = list;
    return this;
  }

  /** Cancelled when nobody waits for it. */
  public TasksetBuilder waited() {
    this.extras =
        new Extras(
            extras.env(), extras.setupAlways(), true, extras.maxRetriesTotal(), extras.sources());
    return this;
  }

  public TasksetBuilder env(Map<String, String> variables) {
    this.extras =
        new Extras(
            variables,
            extras.setupAlways(),
            extras.waited(),
            extras.maxRetriesTotal(),
            extras.sources());
    return this;
  }

  public TasksetBuilder setupAlways() {
    this.extras =
        new Extras(extras.env(), true, extras.waited(), extras.maxRetriesTotal(), extras.sources());
    return this;
  }

  /** The limits of what its tasks need. */
  public TasksetBuilder resources(Map<String, ResourceLimit> limits) {
    this.extras = extras.withResources(limits);
    return this;
  }

  /** Which sources it says it has. */
  public TasksetBuilder sources(String digest) {
    this.extras = extras.withSources(digest);
    return this;
  }

  /** No task of it is begun a second time. */
  public TasksetBuilder once() {
    this.extras = extras.withOnce();
    return this;
  }

  /** What becomes of classes that fail only after others. */
  public TasksetBuilder orderDependent(OrderDependent answer) {
    this.extras = extras.withOrderDependent(answer);
    return this;
  }

  public TasksetBuilder maxRetriesTotal(int retries) {
    this.extras = extras.withMaxRetriesTotal(retries);
    return this;
  }

  /** Of a project of which a part could not be built. */
  public TasksetBuilder broken(String why) {
    extras = extras.withBroken(why);
    return this;
  }

  /** 0: everything is run. */
  public TasksetBuilder failFast(int failedTasks) {
    this.extras = extras.withFailFast(failedTasks == 0 ? null : failedTasks);
    return this;
  }

  public TasksetRequest request() {
    return new TasksetRequest(
        "test-name",
        setupCommand,
        slaveCommand,
        "",
        maxWorkers,
        maxTrials,
        "test-class",
        unknownTimeoutSec,
        1,
        runner,
        "tester",
        notifyList,
        tasks,
        extras);
  }

  /** Creates and activates it; returns its key. */
  public String activatedIn(TasksetStore store) {
    TasksetRequest request = request();
    String key = store.create(request, Instant.now());
    store.activate(key, request.tasks().size());
    return key;
  }
}
