package io.rrrspec.worker.agent.supervise;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.SlaveNumberStore;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.worker.slave.TrialNote;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the slaves of one taskset going on one worker, until it is told to end them. */
public final class Supervisor {
  private static final Logger log = LoggerFactory.getLogger(Supervisor.class);

  /** So many slaves in a row that end without having done anything: the command is broken. */
  static final int MOST_STILLBORN = 3;

  /** How many characters of its output say why a JVM did not start: the last ones. */
  private static final int LONGEST_REASON = 500;

  private static final Duration FOREIGN_GOODBYE = Duration.ofSeconds(1);

  /** Until a foreign slave says for itself that it lives. */
  private static final Duration FIRST_BEAT = Duration.ofSeconds(60);

  private static final Duration LOOK_FOR_GHOSTS_EVERY = Duration.ofSeconds(5);

  /** What a slave gets that runs nothing when its worker leaves. */
  private static final Duration TO_END_BY_ITSELF = Duration.ofSeconds(2);

  /** Who has taken no task for so long is not starting, but has nothing to do. */
  private static final Duration LONGEST_START = Duration.ofSeconds(10);

  private static final String LOST_WRITES = "Redis has lost its last writes";

  private final SlaveStore slaves;
  private final SlaveNumberStore numbers;
  private final HangWatch hangs;
  private final Machine.SlaveStarter starter;
  private final String workerKey;
  private final Taskset taskset;
  private final Place place;
  private final @Nullable PlaceLaunches launches;
  private final Duration keep;
  private final List<RunningSlave> running = new CopyOnWriteArrayList<>();
  private final Map<String, Long> startedAt = new ConcurrentHashMap<>();
  private final Set<String> retired = new HashSet<>();
  private volatile boolean killed;
  private final Semaphore exits = new Semaphore(0);
  private final LongSupplier nanoTime;
  private long lookedForGhosts;
  private int stillborn;

  /** When the worker was asked to leave, by {@link #nanoTime}; null: it was not. */
  private @Nullable Long leavesSince;

  /**
   * Where and how slaves are started.
   *
   * @param dir where the slave_command runs
   * @param slaves how many run at once unless a step says otherwise; 1 or more
   * @param environment what the slave_command gets in addition to this process's environment
   * @param mark what the marks of the slaves begin with
   * @param announced whether slaves announce themselves; foreign ones do not
   */
  public record Place(
      Path dir, int slaves, Map<String, String> environment, String mark, boolean announced) {
    public Place {
      environment = Map.copyOf(environment);
    }
  }

  /**
   * Prepares to start slaves; {@link #step} starts them.
   *
   * @param launches which launch each place serves, and when it may start a JVM; null if all slaves
   *     are started alike, at any time
   * @param keep how long what is written about a slave lives if the taskset is over by then
   * @param machine where the slaves run
   */
  public Supervisor(
      SlaveStore slaves,
      SlaveNumberStore numbers,
      String workerKey,
      Taskset taskset,
      Place place,
      @Nullable PlaceLaunches launches,
      Duration keep,
      Machine machine) {
    this.slaves = slaves;
    this.numbers = numbers;
    this.hangs = new HangWatch(slaves, taskset, machine.nanoTime());
    this.starter = machine.slaves();
    this.nanoTime = machine.nanoTime();
    this.lookedForGhosts = nanoTime.getAsLong() - LOOK_FOR_GHOSTS_EVERY.toNanos();
    this.workerKey = workerKey;
    this.taskset = taskset;
    this.place = place;
    this.launches = launches;
    this.keep = keep;
  }

  /** The keys of the slaves that run. */
  public List<String> runningKeys() {
    return running.stream().map(RunningSlave::key).toList();
  }

  /** As below, with as many slaves as there are places. */
  public @Nullable String step() throws InterruptedException {
    return step(place.slaves());
  }

  /**
   * Buries slaves that have ended, ends those that hang, fills empty places.
   *
   * @param most at most so many places are filled
   * @return null, or why this worker cannot serve the taskset
   */
  public synchronized @Nullable String step(int most) throws InterruptedException {
    // The worker was asked to leave, and is not any more: Redis has lost that. It serves on.
    leavesSince = null;
    String broken = look();
    if (broken == null && !killed) {
      fillPlaces(most);
      retire(Math.max(most, place.slaves()));
    }
    return broken;
  }

  /** Buries slaves that have ended, and ends those that hang. */
  // The list is one of CopyOnWriteArrayList.
  @SuppressWarnings("ModifyCollectionInEnhancedForLoop")
  private @Nullable String look() throws InterruptedException {
    String broken = null;
    for (RunningSlave slave : running) {
      if (!slave.isAlive()) {
        if (killed) {
          // On purpose, and nobody is to hear of it as of a crash.
          return null;
        }
        String why = bury(slave);
        broken = broken == null ? why : broken;
        running.remove(slave);
      } else {
        switch (hangs.look(slave.key(), slave.trial())) {
          case FINE -> {}
          case HANGS -> {
            String why = "it ran past its hard limit and did not end itself";
            end(slave, SlaveExit.TIMEOUT, why, false);
            running.remove(slave);
          }
          case SUPERSEDED -> {
            // Lost: if it has just begun something else, that is not the test's fault.
            end(slave, SlaveExit.NORMAL, "another trial of the task was decided first", true);
            running.remove(slave);
          }
          case ASTRAY -> {
            log.warn(
                "taskset {}: slave {} runs {}, which it does not hold: Redis has lost its last"
                    + " writes; the slave is ended",
                taskset.key(),
                slave.key(),
                slave.trial());
            end(slave, SlaveExit.NORMAL, LOST_WRITES, true);
            running.remove(slave);
          }
        }
      }
    }
    endGhosts();
    return broken;
  }

  /** How many slaves there are. */
  public int running() {
    return running.size();
  }

  /** How many of them have not begun a task yet, or did so only in the meantime. */
  public int starting() {
    long now = nanoTime.getAsLong();
    int starting = 0;
    for (RunningSlave slave : running) {
      Long since = startedAt.get(slave.key());
      if (since != null
          && now - since < LONGEST_START.toNanos()
          && !slaves.hasTrials(slave.key())) {
        starting++;
      } else {
        startedAt.remove(slave.key());
      }
    }
    return starting;
  }

  /** The numbers of their processes; none of slaves that are no processes of their own. */
  public List<Long> processes() {
    return running.stream()
        .map(slave -> Keys.lastPart(slave.key()))
        .filter(id -> !id.isEmpty() && id.length() < 10 && id.chars().allMatch(Character::isDigit))
        .map(Long::valueOf)
        .toList();
  }

  /** Those beyond the places end when they ask for their next task. */
  private void retire(int places) {
    retired.retainAll(runningKeys());
    List<String> surplus =
        keys(slave -> slave.number() >= places && !retired.contains(slave.key()));
    List<String> wanted = keys(slave -> slave.number() < places && retired.contains(slave.key()));
    retired.addAll(numbers.retire(taskset.key(), surplus));
    numbers.keep(taskset.key(), wanted);
    wanted.forEach(retired::remove);
  }

  private List<String> keys(Predicate<RunningSlave> which) {
    return running.stream().filter(which).map(RunningSlave::key).toList();
  }

  /**
   * Lets the slaves end, because the worker was asked to leave: none is started any more, and none
   * gets a new trial. Those that run nothing end by themselves; what does not is ended here.
   *
   * @return whether all have ended
   */
  // The list is one of CopyOnWriteArrayList.
  @SuppressWarnings("ModifyCollectionInEnhancedForLoop")
  public synchronized boolean letGo() throws InterruptedException {
    long now = nanoTime.getAsLong();
    Long since = leavesSince;
    if (since == null) {
      leavesSince = now;
    }
    String unused = look();
    if (since != null && now - since > TO_END_BY_ITSELF.toNanos()) {
      for (RunningSlave slave : running) {
        if (slaves.openTrial(slave.key()) == null) {
          bury(slave, "its worker makes room for another queue", true);
        }
      }
    }
    return running.isEmpty();
  }

  private @Nullable String bury(RunningSlave slave) throws InterruptedException {
    int code = slave.exitCode();
    SlaveExit exit = SlaveExit.of(code, slave.lastOutput());
    boolean useful = wasUseful(slave, exit);
    if (launches != null) {
      launches.ended(slave.number(), exit);
    }
    log.info("taskset {}: slave {} ended with exit code {}", taskset.key(), slave.key(), code);
    String why = SlaveExit.describe(code, slave.lastOutput());
    if (exit.loses()) {
      log.warn("taskset {}: slave {}: {}", taskset.key(), slave.key(), why);
    }
    end(slave, exit, why, exit.loses());
    if (useful) {
      stillborn = 0;
      if (launches != null) {
        launches.lived(slave.number());
      }
      return null;
    }
    if (exit.isForWantOfRedis()) {
      // It was away, or refused writes: nothing is wrong with the slave_command.
      return null;
    }
    String output = readable(slave.lastOutput());
    if (launches != null && launches.died(slave.number(), "exit code " + code + oneLine(output))) {
      return null;
    }
    stillborn++;
    return stillborn < MOST_STILLBORN
        ? null
        : "slaves end before they start (exit code " + code + "): " + output;
  }

  private static String oneLine(String output) {
    String line = output.replace('\n', ' ');
    int surplus = Math.max(0, line.length() - LONGEST_REASON);
    return line.isEmpty() ? "" : ": " + line.substring(surplus);
  }

  /** Whatever a command prints must not spoil the terminal of who reads why it failed. */
  private static String readable(String output) {
    return output.replaceAll("[\\p{Cntrl}&&[^\n\t]]", "\uFFFD").strip();
  }

  /** Whether it ran anything, or was told that there is nothing to run. */
  private boolean wasUseful(RunningSlave slave, SlaveExit exit) {
    boolean told = exit == SlaveExit.NORMAL || exit == SlaveExit.FRESH || exit == SlaveExit.CHANGE;
    return slaves.hasTrials(slave.key()) || (told && slaves.isRegistered(slave.key()));
  }

  private void end(RunningSlave slave, SlaveExit exit, String reason, boolean lost)
      throws InterruptedException {
    slave.kill();
    hangs.forget(slave.key());
    TrialNote ran = slave.runs();
    boolean notToBlame = lost || ranAnother(slave, ran.trial(), exit);
    slaves.end(
        slave.key(),
        taskset.key(),
        new SlaveStore.End(
            exit.status(),
            exit.trialStatus(),
            notToBlame,
            reason,
            slave.lastOutput(),
            null,
            notToBlame ? List.of() : ran.tests().stream().map(t -> failed(t, reason)).toList()),
        keep);
    slave.forget();
    String output = slave.log();
    if (!output.isEmpty()) {
      slaves.appendLog(slave.key(), output, keep);
    }
  }

  /** What ran has failed for the reason why its JVM ended; what had failed before has its own. */
  private static CaseResult failed(CaseResult test, String why) {
    if (test.message() != null) {
      return test;
    }
    return new CaseResult(test.className(), test.name(), Outcome.ERROR, 0, why, null, null);
  }

  /**
   * Whether it ran another trial than Redis says: what it holds by a Redis that has lost its last
   * writes is not to blame.
   */
  private boolean ranAnother(RunningSlave slave, String ran, SlaveExit exit) {
    if (ran.equals(TrialNote.ENDS)) {
      // A test might write that, too; but then its JVM ends in another way.
      return exit.isOrderly() && slaves.openTrial(slave.key()) != null;
    }
    return !ran.isEmpty() && !ran.equals(slaves.openTrial(slave.key()));
  }

  /** Buries those that were buried before, where Redis has lost that. */
  private void endGhosts() {
    long now = nanoTime.getAsLong();
    if (now - lookedForGhosts < LOOK_FOR_GHOSTS_EVERY.toNanos()) {
      return;
    }
    for (SlaveStore.Ghost ghost : slaves.ghosts(taskset.key(), workerKey, runningKeys())) {
      String trial =
          slaves.end(
              ghost.key(),
              taskset.key(),
              new SlaveStore.End(
                  SlaveStatus.FAILURE_EXIT, TrialStatus.ERROR, true, LOST_WRITES, "", ghost.life()),
              keep);
      log.warn(
          "taskset {}: slave {} has ended, which Redis has lost; {}",
          taskset.key(),
          ghost.key(),
          trial.isEmpty() ? "it held nothing" : "lost " + trial);
    }
    lookedForGhosts = now;
  }

  private void fillPlaces(int most) {
    Map<Integer, RunningSlave> taken = new HashMap<>();
    running.forEach(slave -> taken.put(slave.number(), slave));
    PlaceLaunches several = launches;
    if (several != null) {
      several.places(Math.max(most, place.slaves()));
    }
    for (int number = 0; number < most && !killed; number++) {
      if (!taken.containsKey(number) && !start(number) && number >= place.slaves()) {
        // No launch wants another JVM: the next place would be told the same.
        return;
      }
    }
  }

  /** Returns whether there is a slave in this place now. */
  private boolean start(int number) {
    Map<String, String> env = new HashMap<>(place.environment());
    PlaceLaunches several = launches;
    if (several != null) {
      String launch = several.next(number);
      if (launch == null) {
        return false;
      }
      if (!launch.isEmpty()) {
        env.put(PlaceLaunches.VARIABLE, launch);
      }
    }
    env.put("NUM_SLAVES", Integer.toString(place.slaves()));
    env.put("SLAVE_NUMBER", Integer.toString(number));
    RunningSlave slave =
        starter.start(workerKey, number, taskset.slaveCommand(), place.dir(), env, place.mark());
    running.add(slave);
    startedAt.put(slave.key(), nanoTime.getAsLong());
    if (several != null) {
      several.started(number, slave.key());
    }
    var unused = slave.onExit().thenRun(exits::release);
    if (killed) {
      // Between the look and the start: whoever killed the others did not see this one.
      slave.kill();
      return true;
    }
    if (!place.announced()) {
      slaves.list(slave.key(), taskset.key(), FIRST_BEAT);
    }
    log.info("taskset {}: slave {} started", taskset.key(), slave.key());
    return true;
  }

  /** Waits until a slave ends, at most as long as given. */
  public void await(Duration limit) throws InterruptedException {
    if (exits.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      exits.drainPermits();
    }
  }

  /**
   * Ends all slaves, because the taskset is over.
   *
   * @param goodbye how long those may take that are idle, to end by themselves
   */
  public synchronized void endAll(Duration goodbye) throws InterruptedException {
    // Those of foreign implementations look less often whether there is anything left to do.
    boolean patient = place.announced() || goodbye.compareTo(FOREIGN_GOODBYE) < 0;
    long end = System.nanoTime() + (patient ? goodbye : FOREIGN_GOODBYE).toNanos();
    for (RunningSlave slave : running) {
      long left = end - System.nanoTime();
      if (left > 0 && slaves.isRegistered(slave.key()) && slaves.openTrial(slave.key()) == null) {
        awaitEnd(slave, Duration.ofNanos(left));
      }
      bury(slave, "it ended with the taskset", false);
    }
  }

  /** Ends all slaves, because this worker leaves: what they run is lost, and counts for nothing. */
  public synchronized void giveUp(String reason) throws InterruptedException {
    for (RunningSlave slave : running) {
      bury(slave, reason, true);
    }
  }

  private void bury(RunningSlave slave, String reason, boolean lost) throws InterruptedException {
    boolean ended = !slave.isAlive();
    SlaveExit exit = ended ? SlaveExit.of(slave.exitCode(), slave.lastOutput()) : SlaveExit.NORMAL;
    end(slave, exit, reason, lost || exit.loses());
    running.remove(slave);
    log.info(
        "taskset {}: slave {} ended{}: {}",
        taskset.key(),
        slave.key(),
        ended ? " with exit code " + slave.exitCode() : "",
        reason);
  }

  /** Ends all processes at once, without a word to anybody; none is started any more. */
  public void kill() {
    killed = true;
    running.forEach(RunningSlave::kill);
  }

  private static void awaitEnd(RunningSlave slave, Duration limit) throws InterruptedException {
    if (!slave.awaitExit(limit)) {
      log.warn("slave {} did not end by itself", slave.key());
    }
  }

  /**
   * Ends what a worker has in a taskset by Redis alone: of an earlier life of it, or of a past that
   * Redis has come back to. Nobody else would, for a while.
   */
  public static void abandon(
      SlaveStore slaves,
      String workerKey,
      String tasksetKey,
      List<String> slaveKeys,
      String reason,
      Duration keep) {
    for (String key : slaveKeys) {
      if (key.startsWith(Keys.slave(workerKey, ""))) {
        slaves.end(
            key,
            tasksetKey,
            new SlaveStore.End(SlaveStatus.FAILURE_EXIT, TrialStatus.ERROR, true, reason, "", null),
            keep);
      }
    }
  }
}
