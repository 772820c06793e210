package io.rrrspec.common.redis;

import org.jspecify.annotations.Nullable;

/**
 * The names of all keys. docs/redis-schema.md lists type, fields, writers, readers and lifetime of
 * each; a test holds the two against each other.
 *
 * <p>Ids are whole keys wherever two parts talk to each other, as in Ruby rrrspec, so most names
 * are made from the key that they belong to.
 *
 * @param namespace what all keys begin with; {@code rrrspec} by default
 */
public record Keys(String namespace) {
  /** What stands between the parts of a key. */
  public static final String SEPARATOR = ":";

  private String named(String rest) {
    return namespace + SEPARATOR + rest;
  }

  /** Hash: one taskset. */
  public String taskset(String id) {
    return named("taskset:" + id);
  }

  /** List: the tasksets that are not over. */
  public String activeTasksets() {
    return named("active_taskset");
  }

  /** Hash: which trials of all tasksets were given each resource that they share. */
  public String fleetResourceHolders() {
    return named("resource_holders");
  }

  /** Set: tasksets with tasks that wait for such a resource. */
  public String resourceWaiting() {
    return named("resource_waiting");
  }

  /** List of wake-ups for the dispatcher. */
  public String dispatcherQueue() {
    return named("dispatcher_queue");
  }

  /** List of messages for the arbiters. */
  public String arbiterQueue() {
    return named("arbiter_queue");
  }

  /** List of tasksets to persist. */
  public String persisterQueue() {
    return named("persister_queue");
  }

  /** Sorted set: directories of files that came back, by the time when a server removes them. */
  public String collectedDirectories() {
    return named("collected");
  }

  /** Set: the keys of all workers that announced themselves. */
  public String workers() {
    return named("worker");
  }

  /** Hash: one worker. */
  public String worker(String id) {
    return named("worker:" + id);
  }

  /** Whether this may be the key of a taskset: a message may name anything. */
  public boolean isTaskset(String key) {
    return isIdOf(taskset(""), key);
  }

  /** Whether this may be the key of a worker: nothing else may stand in the set of workers. */
  public boolean isWorker(String key) {
    return isIdOf(worker(""), key);
  }

  private static boolean isIdOf(String prefix, String key) {
    return key.startsWith(prefix)
        && key.length() > prefix.length()
        && key.indexOf(':', prefix.length()) < 0;
  }

  /** Hash: spec_file to whole seconds. */
  public String estimateSec(String tasksetClass) {
    return named("estimate_sec:" + tasksetClass);
  }

  /** Hash: taskset class, a tab and a test, to its quarantine. */
  public String quarantine() {
    return named("quarantine");
  }

  /** String: how often in a row the quarantined tests of a class have passed. */
  public String passStreaks(String tasksetClass) {
    return named("pass_streaks:" + tasksetClass);
  }

  /** Hash: spec_file to milliseconds; wins over {@link #estimateSec}. */
  public String estimateMs(String tasksetClass) {
    return named("estimate_ms:" + tasksetClass);
  }

  /** Hash: spec_file to the processor time that it is expected to take, in milliseconds. */
  public String cpuEstimateMs(String tasksetClass) {
    return named("cpu_estimate_ms:" + tasksetClass);
  }

  /** Hash: spec_file to how long it is expected to want no processor, in milliseconds. */
  public String waitEstimateMs(String tasksetClass) {
    return named("wait_estimate_ms:" + tasksetClass);
  }

  /** Hash: launch to what starting a JVM of it is expected to take, in milliseconds. */
  public String startCostMs(String tasksetClass) {
    return named("start_cost_ms:" + tasksetClass);
  }

  /** Hash: spec_file to what it shares with others in a JVM, in past runs. */
  public String classAffinities(String tasksetClass) {
    return named("affinity:" + tasksetClass);
  }

  /** Hash: spec_file to what its tests took, by which it is divided. */
  public String partTimes(String tasksetClass) {
    return named("part_times:" + tasksetClass);
  }

  /** Hash: where clients put sources and workers get them. */
  public String rsyncInfo() {
    return named("rsync_info");
  }

  /** Set: the keys of all servers and persisters that take messages. */
  public String servers() {
    return named("server");
  }

  /** What the keys of one server or persister begin with; itself no key. */
  public String server(String id) {
    return named("server:" + id);
  }

  /** String with expiry: which server leads as {@code role}. */
  public String lead(String role) {
    return named("lead:" + role);
  }

  /** String with expiry: which client is about to use a name. */
  public String nameLock(String rsyncName) {
    return named("name_lock:" + rsyncName);
  }

  /** List: messages that nobody could read, newest first, bounded. */
  public String setAside() {
    return named("set_aside");
  }

  /** Sorted set with expiry: the runs that could not be persisted, by when they were set aside. */
  public String setAsideRuns() {
    return named("set_aside_run");
  }

  /** Hash with expiry: why, by the keys in {@link #setAsideRuns}. */
  public String setAsideReasons() {
    return named("set_aside_reason");
  }

  /** Hash with expiry: which tasks of a class fail after which others. */
  public String culprits(String tasksetClass) {
    return named("culprits:" + tasksetClass);
  }

  /** Hash with expiry: the workers that hold an artifact, by their names, and what they give. */
  public String artifact(String name) {
    return named("artifact:" + name);
  }

  /** String with expiry: which worker makes an artifact now, and since when. */
  public String artifactMaker(String name) {
    return named("artifact:" + name + ":maker");
  }

  /** String with expiry: which generation of a result is asked for. */
  public String artifactGeneration(String name) {
    return named("artifact:" + name + ":generation");
  }

  /** String with expiry: how long the last set-up of an rsync_name took, in milliseconds. */
  public String setupMillis(String rsyncName) {
    return named("setup_ms:" + rsyncName);
  }

  /** Hash: how queues are set up. */
  public String queues() {
    return named("queues");
  }

  /** Hash: whose turn it is in each group of workers. */
  public String turns() {
    return named("turns");
  }

  /** List with expiry: what queues had and wanted, second by second, newest first, bounded. */
  public String queueSamples() {
    return named("queue_samples");
  }

  /** Sorted set: the jobs that wait in a queue, in the order of service. */
  public String waitingJobs(int queue) {
    return named("queue:" + queue + ":waiting");
  }

  /** Hash with expiry: how far a queue is in serving its users' jobs. */
  public String queueTags(int queue) {
    return named("queue:" + queue + ":tags");
  }

  /** String with expiry: the first of several equal jobs of a queue. */
  public String sameJob(int queue, String digest) {
    return named("queue:" + queue + ":same:" + digest);
  }

  /** String with expiry: the number that a push has led to, for one whose answer was lost. */
  public String pushed(String id) {
    return named("pushed:" + id);
  }

  /** String: the number of the last job. */
  public String jobCount() {
    return named("job_count");
  }

  /** Hash: one job. */
  public String job(long number) {
    return named("job:" + number);
  }

  /** Hash: the jobs whose runs are being started, and by which servers. */
  public String startingJobs() {
    return named("starting_jobs");
  }

  /** Hash: the modules of jobs that servers have in their files, with their command templates. */
  public String modules() {
    return named("modules");
  }

  /** Sorted set: requests, by the time in ms at which they were asked for. */
  public String requests() {
    return named("requests");
  }

  /** Sorted set: those of {@link #requests} that are in a state. */
  public String requestsIn(String state) {
    return named("requests:" + state);
  }

  /** Sorted set: requests, by the time in ms at which a server looks at them. */
  public String requestsDue() {
    return named("requests_due");
  }

  /** Sorted set: requests that are over and not in the SQL store, by the time in ms of the end. */
  public String requestsUnsaved() {
    return named("requests_unsaved");
  }

  /** Hash: one request; it expires after its end. */
  public String request(String id) {
    return named("request:" + id);
  }

  /** List: what has happened to a request, each step JSON; expires with it. */
  public String requestSteps(String id) {
    return named("request:" + id + ":steps");
  }

  /**
   * Sorted set: requests whose job a worker of another implementation may take, by the time in ms
   * since which it waits.
   */
  public String offers(String queue) {
    return named("offers:" + queue);
  }

  /** Hash: the jobs that requests may name, of the server's file. */
  public String requestJobs() {
    return named("request_jobs");
  }

  /** String: what the names of keys of flows begin with on the servers. */
  public String flowNamespace() {
    return named("flow_namespace");
  }

  /** List with expiry: where the end of a taskset is told to one who waits. */
  public String notifyList(String id) {
    return named("notify:" + id);
  }

  /** String: what happened to the taskset, line by line. */
  public static String log(String ownerKey) {
    return ownerKey + ":log";
  }

  /** List: the keys of its slaves. */
  public static String slaves(String tasksetKey) {
    return tasksetKey + ":slave";
  }

  /** List: the keys of its worker logs. */
  public static String workerLogs(String tasksetKey) {
    return tasksetKey + ":worker_log";
  }

  /** Hash: what a worker did for a taskset. */
  public static String workerLog(String tasksetKey, String workerKey) {
    return tasksetKey + ":worker_log:" + workerKey;
  }

  /** List: all its tasks. */
  public static String tasks(String tasksetKey) {
    return tasksetKey + ":tasks";
  }

  /** List: its undecided tasks. */
  public static String tasksLeft(String tasksetKey) {
    return tasksetKey + ":tasks_left";
  }

  /** List: the tasks that wait for a slave. */
  public static String taskQueue(String tasksetKey) {
    return tasksetKey + ":task_queue";
  }

  /** List: {@code milliseconds TAB task}: retries that only our slaves may take. */
  public static String retryQueue(String tasksetKey) {
    return tasksetKey + ":retry";
  }

  /** List: running tasks of which a slave on another host may begin a second trial. */
  public static String copies(String tasksetKey) {
    return tasksetKey + ":copies";
  }

  /** List: those of {@link #taskQueue} that have this launch. */
  public static String launchQueue(String tasksetKey, String launch) {
    return tasksetKey + ":launch:" + launch;
  }

  /** Hash: how much work each launch has that nobody has begun. */
  public static String launches(String tasksetKey) {
    return tasksetKey + ":launches";
  }

  /**
   * List: those of {@link #taskQueue} that need the same resources and have the same launch.
   *
   * @param lane {@code RESOURCE,RESOURCE:LAUNCH}
   */
  public static String lane(String tasksetKey, String lane) {
    return tasksetKey + ":lane:" + lane;
  }

  /** Hash: how much work each lane has that nobody has begun. */
  public static String lanes(String tasksetKey) {
    return tasksetKey + ":lanes";
  }

  /**
   * List: those of {@link #taskQueue} that share the same and have the same launch.
   *
   * @param name the key of the affinity, a tab, the launch
   */
  public static String affinityQueue(String tasksetKey, String name) {
    return tasksetKey + ":affinity:" + name;
  }

  /** Hash: how much work of each affinity nobody has begun. */
  public static String affinities(String tasksetKey) {
    return tasksetKey + ":affinities";
  }

  /** Hash: which trials were given each resource of a run. */
  public static String resourceHolders(String tasksetKey) {
    return tasksetKey + ":resource_holders";
  }

  /** Hash: the rank of each launch, by its name; those of rank 0 are left out. */
  public static String ranks(String tasksetKey) {
    return tasksetKey + ":ranks";
  }

  /** Hash: for which launch each place of a worker starts a JVM. */
  public static String starting(String tasksetKey) {
    return tasksetKey + ":starting";
  }

  /** Hash: what the starts of JVMs of each launch have cost so far. */
  public static String startMs(String tasksetKey) {
    return tasksetKey + ":start_ms";
  }

  /** Hash: what speaks against the workers that serve it. */
  public static String health(String tasksetKey) {
    return tasksetKey + ":health";
  }

  /** List of tokens: each wakes one idle slave. */
  public static String wake(String tasksetKey) {
    return tasksetKey + ":wake";
  }

  /** Set: the slaves that found nothing to do. */
  public static String waiting(String tasksetKey) {
    return tasksetKey + ":waiting";
  }

  /** String with expiry: somebody waits for the end of the taskset. */
  public static String client(String tasksetKey) {
    return tasksetKey + ":client";
  }

  /** Hash with expiry: the HTTP request that its only task carries out for somebody who waits. */
  public static String httpRequest(String tasksetKey) {
    return tasksetKey + ":request";
  }

  /** Hash with expiry: the HTTP answer to {@link #httpRequest}. */
  public static String httpAnswer(String tasksetKey) {
    return tasksetKey + ":answer";
  }

  /** String with expiry: the JSON object that its commands get as a file of arguments. */
  public static String commandArgs(String tasksetKey) {
    return tasksetKey + ":args";
  }

  /** String with expiry: the JSON object that its command has given back. */
  public static String commandOutput(String tasksetKey) {
    return tasksetKey + ":output";
  }

  /** Hash with expiry: for each worker whether it has sent back the files of the taskset. */
  public static String collected(String tasksetKey) {
    return tasksetKey + ":collected";
  }

  /** String with expiry: more than one client waits for the taskset. */
  public static String shared(String tasksetKey) {
    return tasksetKey + ":shared";
  }

  /** Channel, not a key: what happens in the taskset, for eyes only. */
  public static String events(String tasksetKey) {
    return tasksetKey + ":events";
  }

  /** Hash: one task. */
  public static String task(String tasksetKey, String specFile) {
    return tasksetKey + ":task:" + specFile;
  }

  /** List: the keys of the trials of a task or of a slave. */
  public static String trials(String ownerKey) {
    return ownerKey + ":trial";
  }

  /** Hash: one trial; its key is the lease of the task. */
  public static String trial(String taskKey, String uuid) {
    return taskKey + ":trial:" + uuid;
  }

  /** List: tasksets for this worker to take. */
  public static String workerQueue(String workerKey) {
    return workerKey + ":worker_queue";
  }

  /** Set with expiry: the artifacts that a worker holds. */
  public static String artifacts(String workerKey) {
    return workerKey + ":artifacts";
  }

  /**
   * String with expiry: the taskset that the dispatcher gave to the worker and it has not taken.
   */
  public static String reservation(String workerKey) {
    return workerKey + ":reservation";
  }

  /** String with expiry: the worker was taken off a taskset, and gets none for a while. */
  public static String sick(String workerKey) {
    return workerKey + ":sick";
  }

  /** Hash: one slave; its id is its process group. */
  public static String slave(String workerKey, String id) {
    return workerKey + ":slave:" + id;
  }

  /** String with expiry: the owner (worker, slave or server) is alive. */
  public static String heartbeat(String ownerKey) {
    return ownerKey + ":heartbeat";
  }

  /** List: messages of one queue that this server has taken and not yet done. */
  public static String processing(String serverKey, String queue) {
    return serverKey + ":processing:" + queue;
  }

  /** Whether this may be the key of a slave: then {@link #workerOf} knows its worker. */
  public static boolean isSlave(String key) {
    return key.contains(":slave:");
  }

  /** The worker of a slave: what stands before {@code :slave:} in its key. */
  public static String workerOf(String slaveKey) {
    int cut = slaveKey.lastIndexOf(":slave:");
    if (cut < 0) {
      throw new IllegalArgumentException("no key of a slave: " + slaveKey);
    }
    return slaveKey.substring(0, cut);
  }

  /** Whether this may be the key of a trial: then {@link #taskOf} knows its task. */
  public static boolean isTrial(String key) {
    return key.contains(":task:") && key.contains(":trial:");
  }

  /** The spec_file of a task, which is the id in its key; null if it is no key of a task. */
  public static @Nullable String specFileOf(String taskKey) {
    int cut = taskKey.indexOf(":task:");
    return cut < 0 ? null : taskKey.substring(cut + ":task:".length());
  }

  /** The task of a trial: what stands before {@code :trial:} in its key; else the key itself. */
  public static String taskOf(String trialKey) {
    int cut = trialKey.lastIndexOf(":trial:");
    return cut < 0 ? trialKey : trialKey.substring(0, cut);
  }

  /** The last part of a key that ends with an id. */
  public static String lastPart(String key) {
    return key.substring(key.lastIndexOf(':') + 1);
  }
}
