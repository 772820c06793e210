package io.rrrspec.common.store;

import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import org.jspecify.annotations.Nullable;

/**
 * All stores of one installation. They keep nothing but the connection, so each is made anew when
 * it is asked for. A {@link MessageQueue} is none of them: it belongs to one server.
 *
 * @param redis the connection that all use; stays the caller's to close
 * @param keys the names of the installation's keys
 */
public record Stores(RedisConnection redis, Keys keys) {
  /** What workers hold. */
  public ArtifactStore artifacts() {
    return new ArtifactStore(redis, keys);
  }

  /** Clients: their heartbeats and requests to cancel. */
  public ClientStore clients() {
    return new ClientStore(redis, keys);
  }

  /** Files that come back from runs. */
  public CollectStore collected() {
    return new CollectStore(redis, keys);
  }

  /** Arguments and outputs of commands. */
  public CommandFileStore commandFiles() {
    return new CommandFileStore(redis);
  }

  /** Which tasks fail after which others. */
  public CulpritStore culprits() {
    return new CulpritStore(redis, keys);
  }

  /** What classes share in a JVM. */
  public AffinityStore affinities() {
    return new AffinityStore(redis, keys);
  }

  /** How classes may be divided. */
  public PartTimesStore partTimes() {
    return new PartTimesStore(redis, keys);
  }

  /** Expected durations of classes. */
  public EstimateStore estimates() {
    return new EstimateStore(redis, keys);
  }

  /** How many slaves workers run. */
  public SlaveNumberStore slaveNumbers() {
    return new SlaveNumberStore(redis);
  }

  /** News of runs that go on. */
  public EventStore events() {
    return new EventStore(redis);
  }

  /** Flows; other installations may have them, too. */
  public FlowStore flows(FlowKeys flowKeys) {
    return new FlowStore(redis, flowKeys);
  }

  /** Gates before tasks. */
  public GateStore gates() {
    return new GateStore(redis);
  }

  /** Single jobs. */
  public GenerationStore generations() {
    return new GenerationStore(redis, keys);
  }

  public JobStore jobs() {
    return new JobStore(redis, keys);
  }

  /** Damage among the jobs that wait. */
  public UnservableJobs unservableJobs() {
    return new UnservableJobs(redis, keys);
  }

  /** HTTP requests that tasks carry out, and the answers. */
  public HttpExchangeStore httpExchanges() {
    return new HttpExchangeStore(redis);
  }

  /** Verdicts on trials. */
  public JudgementStore judgements() {
    return new JudgementStore(redis, keys);
  }

  /** Which launch a place of a worker serves next. */
  public LaunchStore launches() {
    return new LaunchStore(redis);
  }

  /** Which server leads in which role. */
  public LeaderStore leaders() {
    return new LeaderStore(redis, keys);
  }

  /** Which leases there are, for people. */
  public LeaseStore leases() {
    return new LeaseStore(redis, keys);
  }

  /** What slaves do now. */
  public SlaveActivityStore live() {
    return new SlaveActivityStore(redis);
  }

  /** Whose heartbeats have gone. */
  public WatchStore lives() {
    return new WatchStore(redis);
  }

  /** Logs of workers and slaves. */
  public LogStore logs() {
    return new LogStore(redis);
  }

  /** Locks on the names of sources. */
  public NameLockStore nameLocks() {
    return new NameLockStore(redis, keys);
  }

  /** Workers and their slaves, for people. */
  public NodeStore nodes() {
    return new NodeStore(redis, keys);
  }

  /** How queues are set up, and whose turn it is. */
  public QueueStore queues() {
    return new QueueStore(redis, keys);
  }

  /** The jobs that requests may name. */
  public RequestJobStore requestJobs() {
    return new RequestJobStore(redis, keys);
  }

  /** Where sources are put and fetched. */
  /** Tells clients, who have no settings of the servers, which keys of flows these serve. */
  public void publishFlowKeys(FlowKeys flowKeys) {
    redis.commands().set(keys.flowNamespace(), flowKeys.namespace());
  }

  /**
   * The keys of flows.
   *
   * @param setting what they begin with; null: what servers say
   */
  public FlowKeys flowKeys(@Nullable String setting) {
    String own = setting == null ? redis.commands().get(keys.flowNamespace()) : setting;
    return FlowKeys.of(own, keys);
  }

  public SentSources sentSources(FlowKeys flowKeys) {
    return new SentSources(redis, flowKeys);
  }

  /** Tests that the fleet has in quarantine. */
  public QuarantineStore quarantine() {
    return new QuarantineStore(redis, keys);
  }

  /** How often in a row quarantined tests have passed. */
  public PassStreakStore passStreaks() {
    return new PassStreakStore(redis, keys);
  }

  public RsyncInfoStore rsyncInfo() {
    return new RsyncInfoStore(redis, keys);
  }

  /** Requests: pipelines that somebody asked for. */
  public RequestStore requests() {
    return new RequestStore(redis, keys);
  }

  /** Servers and persisters: which of them live. */
  public ServerStore servers() {
    return new ServerStore(redis, keys);
  }

  /** Runs that could not be persisted. */
  public SetAsideStore setAside() {
    return new SetAsideStore(redis, keys);
  }

  /** Slaves and their ends. */
  public SlaveStore slaves() {
    return new SlaveStore(redis);
  }

  /** Offers of second trials. */
  public SpeculationStore speculation() {
    return new SpeculationStore(redis);
  }

  /** Counts for metrics and health checks. */
  public StatusStore status() {
    return new StatusStore(redis, keys);
  }

  /** Runs, their tasks and progress. */
  public TasksetStore tasksets() {
    return new TasksetStore(redis, keys);
  }

  /** Trials: claims and results. */
  public TrialStore trials() {
    return new TrialStore(redis, keys);
  }

  /** Workers, what they hold and their logs. */
  public WorkerStore workers() {
    return new WorkerStore(redis, keys);
  }
}
