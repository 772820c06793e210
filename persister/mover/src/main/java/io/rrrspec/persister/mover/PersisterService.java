package io.rrrspec.persister.mover;

import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.loop.Daemon;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.service.Member;
import io.rrrspec.common.service.MemberName;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.request.SavedRequests;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One persister as a process of its own. */
final class PersisterService implements Daemon.Service {
  private static final Logger log = LoggerFactory.getLogger(PersisterService.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  /** Below the limit of the whole stop, so that messages are still given back. */
  private static final Duration LAST_STEP = Duration.ofSeconds(50);

  private static final Duration LAST_STEP_OF_REQUESTS = Duration.ofSeconds(2);
  private static final Duration LAST_STEP_OF_DELETING = Duration.ofSeconds(3);

  /** So many tasksets; the database has connections for them. */
  private static final int AT_ONCE = 4;

  /** To Redis: one for each of those, for the queue, for requests and for the heartbeat. */
  private static final int CONNECTIONS = AT_ONCE + 5;

  private final Settings settings;
  private final SharedSettings shared;
  private final String databaseUrl;
  private final RedisConnection redis;
  private final Keys keys;
  private final String id = MemberName.unique(ServerStore.PERSISTER);
  private final MessageQueue queue;
  private final Member member;
  private @Nullable Database database;
  private @Nullable Loop heartbeat;
  private @Nullable Loop loop;
  private @Nullable OldRuns oldRuns;
  private @Nullable Loop deleting;
  private @Nullable Persister persister;
  private @Nullable RequestMover requests;
  private @Nullable Loop savingRequests;

  PersisterService(Settings settings) {
    this.settings = settings;
    this.shared = SharedSettings.of(settings);
    this.databaseUrl =
        settings.find(SettingsTable.DATABASE_URL) == null
            ? JdbcUrl.inDataDirectory(settings.sources().dataDir())
            : shared.databaseUrl();
    this.redis = RedisConnection.open(shared.redis(), CONNECTIONS);
    this.keys = new Keys(shared.namespace());
    this.queue = MessageQueue.persister(redis, keys, keys.server(id));
    this.member = new Member(keys.server(id), new Stores(redis, keys).servers(), List.of(queue));
  }

  @Override
  public void start() {
    redis.check();
    Database open = Database.open(databaseUrl);
    database = open;
    log.info(
        "persister {} uses {}, namespace {}, and {}",
        id,
        shared.redis(),
        keys.namespace(),
        JdbcUrl.withoutSecrets(databaseUrl));
    member.announce();
    Persister opened = persister(open);
    persister = opened;
    Loop persisting = Loop.start(opened, LONGEST_WAIT);
    loop = persisting;
    RequestMover mover =
        new RequestMover(
            new Stores(redis, keys).requests(), new SavedRequests(open), InstantSource.system());
    requests = mover;
    Loop saving = Loop.start(mover, LONGEST_WAIT);
    savingRequests = saving;
    OldRuns old = OldRuns.of(settings, open);
    oldRuns = old;
    deleting = Loop.start(old, LONGEST_WAIT);
    heartbeat = Loop.start(member.heartbeat(() -> complaint(persisting, saving)), LONGEST_WAIT);
  }

  /** For the health page of the servers; the URL in it is without its password. */
  private static String complaint(Loop persisting, Loop saving) {
    Loop failing = persisting.failuresInARow() > 0 ? persisting : saving;
    return failing.failuresInARow() == 0 ? "" : failing.lastFailure();
  }

  private Persister persister(Database open) {
    Stores stores = new Stores(redis, keys);
    return new Persister(
        stores,
        queue,
        new TasksetArchive(open),
        new ClassEstimates(
            stores.estimates(),
            stores.culprits(),
            stores.affinities(),
            stores.partTimes(),
            stores.passStreaks(),
            new ClassHistory(open)),
        InstantSource.system(),
        KeyedJobs.inThreads(AT_ONCE));
  }

  @Override
  public void stop() throws InterruptedException {
    OldRuns old = oldRuns;
    if (old != null) {
      old.stop();
    }
    if (requests != null) {
      requests.stop();
    }
    // Not interrupted: H2 closes its file under a thread that is.
    if (!persistingHasEnded(System.nanoTime() + LAST_STEP.toNanos())) {
      log.warn("the transactions that run are given up; the next persister does them again");
    }
    if (savingRequests != null && !savingRequests.finish(LAST_STEP_OF_REQUESTS)) {
      log.warn("a request is left to the next persister");
    }
    if (old != null && !old.finish(LAST_STEP_OF_DELETING)) {
      log.warn("deleting old runs is left to the next persister");
    } else if (deleting != null) {
      deleting.close();
    }
    if (heartbeat != null) {
      heartbeat.close();
    }
    try {
      long back = member.leave();
      log.info(
          "{} given back that {} taken and not done",
          back == 1 ? "1 taskset" : back + " tasksets",
          back == 1 ? "was" : "were");
    } catch (RuntimeException e) {
      // Without Redis there is nobody to tell; a server sees that this one is gone.
      log.warn("what this persister holds is for a server to put back: {}", e.toString());
    }
  }

  private boolean persistingHasEnded(long deadline) throws InterruptedException {
    Loop persisting = loop;
    Persister started = persister;
    return persisting == null
        || started == null
        || (persisting.finish(LAST_STEP)
            && started.finish(Duration.ofNanos(deadline - System.nanoTime())));
  }

  @Override
  public void abort() {
    redis.close();
    if (database != null) {
      database.close();
    }
  }
}
