package io.rrrspec.server.dispatch;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.store.LeaderStore;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.common.store.WorkerStore.Assigned;
import io.rrrspec.server.admission.AdmissionPlan;
import io.rrrspec.server.admission.AdmissionPlan.Release;
import io.rrrspec.server.admission.AdmissionPlan.Rules;
import io.rrrspec.server.admission.Assignment;
import io.rrrspec.server.admission.Demand;
import io.rrrspec.server.admission.Offer;
import io.rrrspec.server.dispatch.Placement.Placed;
import io.rrrspec.server.tally.Count;
import io.rrrspec.server.tally.Tally;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives idle workers to active tasksets and to jobs that wait, as {@link AdmissionPlan} says. One
 * dispatcher leads; the others stand by.
 */
public final class Dispatcher implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);

  /** What changes slowly is not looked at with each job that ends. */
  private static final Duration LOOK_AROUND_EVERY = Duration.ofSeconds(1);

  /** Whether the last step found that this server leads. */
  private boolean leads;

  /** In one step; runs whose results are held may come without end. */
  private static final int MOST_LOOKS = 100;

  private final String serverKey;
  private final InstantSource clock;
  private final Stores stores;
  private final LeaderStore leaders;
  private final QueueStore queues;
  private final WorkerStore workers;
  private final ActiveTasksets active;
  private final Offers offers;
  private final Placement placement;
  private final CachedResults cached;
  private final Tally tally;
  private final AdmissionSettings settings;
  private long lookedAround;

  public Dispatcher(
      String serverKey,
      InstantSource clock,
      Stores stores,
      EndedTasksets ended,
      Tally tally,
      AdmissionSettings settings) {
    this.serverKey = serverKey;
    this.clock = clock;
    this.stores = stores;
    this.leaders = stores.leaders();
    this.queues = stores.queues();
    this.workers = stores.workers();
    this.active = new ActiveTasksets(clock, stores, ended);
    this.offers = new Offers(stores);
    this.placement = new Placement(stores.artifacts());
    this.cached = new CachedResults(stores.artifacts());
    this.tally = tally;
    this.settings = settings;
  }

  @Override
  public String name() {
    return "dispatcher";
  }

  @Override
  public boolean step() {
    leads = leaders.lead("dispatcher", serverKey, Lifetimes.LEAD);
    if (!leads) {
      active.forget();
      return false;
    }
    QueueSetup setup = queues.read().setup();
    List<Demand> demands = active.look(setup);
    for (int i = 0; i < MOST_LOOKS && cached.give(active.last().values()); i++) {
      // What was given is over. What has come meanwhile may be given, too.
      demands = active.look(setup);
    }
    Map<Integer, Long> counts = WaitingJobs.counts(queues, setup);
    boolean queued = !setup.isEmpty() || counts.values().stream().anyMatch(n -> n > 0);
    if (demands.isEmpty() && !queued) {
      return false;
    }
    if (!setup.moved().isEmpty()) {
      // Who destroyed a queue hands over its jobs, and may have died meanwhile.
      stores.jobs().drain(setup);
    }
    return queued ? admit(setup, demands, counts) : serve(demands);
  }

  /** Nobody has set up a queue, and no job waits. */
  private boolean serve(List<Demand> demands) {
    List<Offer> all = offers.look(demands, active.last(), null, false);
    boolean assigned = false;
    for (Placed placed : place(AdmissionPlan.of(demands, all).assignments(), all)) {
      assigned |= assign(placed, false);
    }
    return assigned;
  }

  private boolean admit(QueueSetup setup, List<Demand> tasksets, Map<Integer, Long> counts) {
    long now = clock.millis();
    boolean around = now - lookedAround >= LOOK_AROUND_EVERY.toMillis();
    List<Offer> all = offers.look(tasksets, active.last(), around ? clock.instant() : null, true);
    int idle = (int) all.stream().filter(Offer::isIdle).count();
    WaitingJobs jobs = WaitingJobs.read(stores, setup, counts, idle);
    List<Demand> demands = new ArrayList<>(tasksets);
    demands.addAll(jobs.demands());
    Rules rules = Rules.of(setup, settings.reclaimAfter(), settings.starveAfter());
    AdmissionPlan plan = AdmissionPlan.of(rules, demands, all, queues.turns(), now);
    boolean assigned = false;
    for (Placed placed : place(plan.assignments(), all)) {
      Assignment a = placed.assignment();
      Job job = jobs.of(a.taskset());
      if (job != null && job.module().equals(Job.JUNIT)) {
        assigned |= start(job, a);
      } else {
        assigned |= (job == null || admitted(job, setup)) && assign(placed, true);
      }
    }
    if (around) {
      plan.releases().forEach(this::askToLeave);
      queues.saveWaiting(plan.turns());
      queues.add(withJobs(plan.sample(), jobs));
      lookedAround = now;
    }
    return assigned;
  }

  private List<Placed> place(List<Assignment> planned, List<Offer> all) {
    return settings.placement()
        ? placement.place(planned, all, active.last())
        : planned.stream().map(slot -> new Placed(slot, "")).toList();
  }

  /** The worker stays free: the run asks for workers itself. */
  private boolean start(Job job, Assignment a) {
    boolean started = stores.jobs().start(job, serverKey, a.turn());
    if (started) {
      log.info("job {}: its run is started", job.number());
    }
    return started;
  }

  /** Whether it has become a taskset. */
  private boolean admitted(Job job, QueueSetup setup) {
    Queue queue = setup.find(job.queue()).orElse(Queue.unconfigured(Queue.DEFAULT_GROUP));
    return stores
        .jobs()
        .admit(
            job,
            JobTasksets.task(job, templates(job)),
            JobTasksets.fields(job, queue, settings.jobTimeoutSec()));
  }

  /** Of this server, else of another one that has the module in its file. */
  private Map<String, String> templates(Job job) {
    boolean own =
        List.of(Job.SHELL, Job.HTTP).contains(job.module())
            || settings.templates().containsKey(job.module());
    return own ? settings.templates() : queues.modules();
  }

  private boolean assign(Placed placed, boolean inTurn) {
    Assignment a = placed.assignment();
    Assigned answer =
        workers.assign(
            a.taskset(),
            a.worker(),
            a.serving(),
            a.limit(),
            Lifetimes.RESERVATION,
            inTurn ? a.turn() : null,
            placed.why());
    if (answer != Assigned.ASSIGNED) {
      // It has changed since it was looked at; the next step knows.
      log.debug("taskset {}: worker {} is {}", a.taskset(), a.worker(), answer);
      return false;
    }
    tally.add(Count.ASSIGNMENTS);
    String why = placed.why();
    log.info(
        "taskset {}: worker {} assigned{}",
        a.taskset(),
        a.worker(),
        why.isEmpty() ? "" : ": " + why);
    return true;
  }

  private void askToLeave(Release release) {
    WorkerStore.Asked answer = workers.askToLeave(release.taskset(), release.worker());
    log.info(
        "taskset {}: worker {} is asked to leave, since the queue {} has a right to it: {}",
        release.taskset(),
        release.worker(),
        release.queue(),
        answer);
  }

  private static QueueSample withJobs(QueueSample sample, WaitingJobs jobs) {
    List<QueueSample.Share> shares = new ArrayList<>();
    for (QueueSample.Share share : sample.queues()) {
      shares.add(share.withMoreWaiting(jobs.moreIn(share.name())));
    }
    return new QueueSample(sample.atMs(), sample.liveWorkers(), shares);
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    if (leads) {
      workers.awaitDispatch(limit);
    } else {
      // A wake-up is for the one who leads: taken by another, it would be lost.
      Thread.sleep(limit.toMillis());
    }
  }
}
