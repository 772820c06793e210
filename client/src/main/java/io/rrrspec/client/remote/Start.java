package io.rrrspec.client.remote;

import io.rrrspec.client.report.TaskListing;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.ChangedFiles;
import io.rrrspec.client.source.OutsideInputs;
import io.rrrspec.client.source.Packer;
import io.rrrspec.client.source.Preparer;
import io.rrrspec.client.source.RunExtras;
import io.rrrspec.client.source.RunInputsDigest;
import io.rrrspec.client.source.TaskList;
import io.rrrspec.client.source.WholeBuild;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.WantedWorkspace;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Activation;
import io.rrrspec.common.store.TasksetStore;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Starts a run on the fleet: name, tasks, sources, taskset; and waits for it if asked to. */
public final class Start {
  private static final Duration POLL = Duration.ofSeconds(1);

  /** Longer than its name lives without it. */
  private static final Duration OF_DEAD_CLIENT = Duration.ofSeconds(20);

  private final RunRequests requests;
  private final Console console;
  private final EndRequests end;
  private final InstantSource clock = InstantSource.system();

  public Start(Preparer preparer, Console console, EndRequests end) {
    this.requests = new RunRequests(preparer, console);
    this.console = console;
    this.end = end;
  }

  /**
   * Does it.
   *
   * @return succeeded, or with {@code waits} how the run ended
   * @throws UsageException if the request cannot be served as it is
   * @throws ServiceException if Redis, rsync or the fleet fail
   */
  public ExitCode run(StartRequest request) {
    ClientSettings settings = ClientSettings.forStart(request.settings());
    Path sources = settings.packagingDir().toAbsolutePath().normalize();
    if (!Files.isDirectory(sources)) {
      throw new UsageException(
          "packaging_dir: there is no directory " + sources + ": write the one to be sent");
    }
    String since = request.extras().changedSince();
    ChangedFiles changed = since == null ? null : ChangedFiles.since(since, sources);
    RunExtras.Listing listing = request.extras().listing();
    if (listing != null) {
      try (Fleet fleet = Fleet.open(request.settings())) {
        return list(request, settings, sources, changed, listing, fleet);
      }
    }
    request.reports().prepare(sources, console::say);
    if (settings.runner().runsCommands() && !request.tags().isAll()) {
      throw new UsageException(
          "option "
              + request.tags().tagOptions()
              + ": commands have no tags; leave the option out");
    }
    try (Fleet fleet = Fleet.open(request.settings())) {
      return end.during(() -> run(request, settings, sources, changed, fleet));
    }
  }

  /** Prints what would run; the fleet is asked for what it knows of them only. */
  private ExitCode list(
      StartRequest request,
      ClientSettings settings,
      Path sources,
      @Nullable ChangedFiles changed,
      RunExtras.Listing listing,
      Fleet fleet) {
    TaskList found = requests.find(request, settings, sources, changed);
    QueueChoice queue = QueueChoice.of(settings, fleet.stores().queues().read().setup());
    List<TaskRequest> tasks = requests.planned(request, settings, found, queue, fleet);
    if (tasks.isEmpty() && changed != null) {
      console.say(changed.nothing());
    }
    TaskListing list =
        TaskListing.of(request.extras().order(), tasks, found.choice(), request.tags());
    console.answer(listing == RunExtras.Listing.JSON ? list.json() : list.text());
    return ExitCode.SUCCEEDED;
  }

  private ExitCode run(
      StartRequest request,
      ClientSettings settings,
      Path sources,
      @Nullable ChangedFiles changed,
      Fleet fleet) {
    QueueChoice queue = QueueChoice.of(settings, fleet.stores().queues().read().setup());
    Activation activation = queue.activation(settings.identity(), request.job());
    Optional<String> first = fleet.stores().tasksets().standsFor(activation);
    if (first.isPresent()) {
      // It has the rsync_name, so this is looked at before that is asked for.
      requireSame(request, settings, sources, changed, queue, first.get(), fleet);
      return standIn(request, settings, sources, first.get(), fleet);
    }
    // Before rsync_info, which a server may have left behind.
    RequiredServer.await(fleet, end);
    RsyncInfo target = fleet.target();
    String notifyList =
        request.waits() ? fleet.keys().notifyList(UUID.randomUUID().toString()) : null;
    Taskset taskset;
    TaskList tasks;
    NameLock name;
    try {
      name = lock(request, settings, fleet);
    } catch (UsageException e) {
      // The client that has it may have started the same run meanwhile.
      Optional<String> same = fleet.stores().tasksets().standsFor(activation);
      if (same.isEmpty()) {
        throw e;
      }
      requireSame(request, settings, sources, changed, queue, same.get(), fleet);
      return standIn(request, settings, sources, same.get(), fleet);
    }
    try (NameLock lock = name) {
      tasks = requests.find(request, settings, sources, changed);
      WholeBuild.require(tasks.broken(), settings.failFast(), tasks.names().size());
      if (tasks.names().isEmpty() && changed != null) {
        console.say(changed.nothing());
        return ExitCode.SUCCEEDED;
      }
      Quarantine quarantine = requests.quarantine(settings, sources, fleet);
      OutsideInputs.warning(sources).ifPresent(console::say);
      if (!new Packer().send(sources, target, settings.rsyncName(), () -> end.count() > 0)) {
        return ExitCode.CANCELLED;
      }
      Optional<RunInputsDigest> sent = RunInputsDigest.ofSent(sources, target);
      List<String> wishes = RunRequests.wishes(request, settings, tasks, queue);
      String digest = sent.map(files -> files.with(wishes)).orElse(null);
      // Packing may have taken minutes, and nothing of this run is in Redis yet.
      RequiredServer.await(fleet, end);
      TasksetRequest wanted =
          requests.request(request, settings, tasks, notifyList, digest, quarantine, queue, fleet);
      WantedWorkspace workspace =
          sent.map(files -> files.with(RunRequests.workspace(request, settings)))
              .map(Artifact::workspace)
              .map(artifact -> new WantedWorkspace(artifact, settings.setupArtifact()))
              .orElse(null);
      wanted = wanted.with(wanted.extras().withWorkspace(workspace));
      String key = fleet.stores().tasksets().create(wanted, clock.instant());
      lock.require();
      if (!end.hold()) {
        // Whoever looks for the taskset finds none, and within a day it is gone.
        return ExitCode.CANCELLED;
      }
      if (request.waits()) {
        fleet.stores().clients().beat(key);
      }
      String active = fleet.stores().tasksets().activate(key, wanted.tasks().size(), activation);
      if (!active.equals(key)) {
        requireSame(settings, tasks, digest, quarantine, active, fleet);
        return standIn(request, settings, sources, active, fleet);
      }
      console.answer(key + "\n");
      tellPage(request, key);
      // From now on the run does not need us.
      taskset = RedisPatience.ofWait(fleet, key, console::say).ask(() -> found(fleet, key));
    }
    if (!request.waits()) {
      RedisPatience.ofWait(fleet, taskset.key(), console::say)
          .ask(() -> MissingWorkers.in(fleet, taskset).none(taskset))
          .ifPresent(console::say);
      return ExitCode.SUCCEEDED;
    }
    RunEnding ending =
        new RunEnding(
            sources,
            request.reports(),
            request.table(),
            settings.collect(),
            end.more(),
            tasks.choice(),
            tasks.ranking());
    return new RunWait(fleet, console, end)
        .untilOver(taskset, notifyList, POLL)
        .map(over -> ending.tell(over, fleet, console))
        .orElse(ExitCode.CANCELLED);
  }

  /** The client of a server that has died may have the name for a moment more. */
  private NameLock lock(StartRequest request, ClientSettings settings, Fleet fleet) {
    long patience = request.job() == null ? 0 : OF_DEAD_CLIENT.toNanos();
    long start = System.nanoTime();
    while (true) {
      try {
        return NameLock.take(fleet.stores().nameLocks(), settings.rsyncName(), request.user());
      } catch (UsageException e) {
        if (System.nanoTime() - start > patience || end.count() > 0) {
          throw e;
        }
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** Looks what would run here: an identity alone must not make anything green. */
  private void requireSame(
      StartRequest request,
      ClientSettings settings,
      Path sources,
      @Nullable ChangedFiles changed,
      QueueChoice queue,
      String run,
      Fleet fleet) {
    TaskList tasks = requests.find(request, settings, sources, changed);
    String digest =
        fleet
            .stores()
            .rsyncInfo()
            .find()
            .map(
                target ->
                    RunInputsDigest.ofSent(
                        sources, target, RunRequests.wishes(request, settings, tasks, queue)))
            .orElse(null);
    Quarantine quarantine = requests.quarantine(settings, sources, fleet);
    requireSame(settings, tasks, digest, quarantine, run, fleet);
  }

  private static void requireSame(
      ClientSettings settings,
      TaskList tasks,
      @Nullable String digest,
      Quarantine quarantine,
      String run,
      Fleet fleet) {
    TasksetStore store = fleet.stores().tasksets();
    String identity = settings.identity();
    if (identity == null || store.find(run).isEmpty()) {
      return;
    }
    List<String> theirs = new ArrayList<>();
    store.eachTask(run, chunk -> chunk.forEach(task -> theirs.add(task.specFile())));
    if (!store.hasSources(run, digest)
        || !new TreeSet<>(theirs).equals(new TreeSet<>(tasks.names()))) {
      throw new UsageException(
          "the run "
              + run
              + " has the identity '"
              + identity
              + "', too, but other sources or tests: write an identity that changes with them, such"
              + " as the commit");
    }
    if (!store.quarantine(run).mutesTheSame(quarantine)) {
      throw new UsageException(
          "the run "
              + run
              + " has the identity '"
              + identity
              + "', too, but mutes other tests in quarantine: wait for its end, or write another"
              + " identity");
    }
  }

  /** Goes on with another run in the place of this one. */
  private ExitCode standIn(
      StartRequest request, ClientSettings settings, Path sources, String run, Fleet fleet) {
    console.say("no second run is started: this one stands for it, by its queue or its job");
    if (request.waits()) {
      // From now on it is not only the one's who started it.
      fleet.stores().clients().share(run);
    }
    console.answer(run + "\n");
    tellPage(request, run);
    if (!request.waits()) {
      return ExitCode.SUCCEEDED;
    }
    return new WaitforRun(console, end)
        .untilOver(
            fleet, run, POLL, sources, request.reports(), request.table(), settings.collect());
  }

  /** Where nobody has said where the viewer is, there may be none. */
  private void tellPage(StartRequest request, String key) {
    if (!request.keyOnly() && request.settings().find(SettingsTable.WEB_BASE) != null) {
      URI base = SharedSettings.of(request.settings()).webBase();
      console.say("watch it at " + base + "/runs/" + Keys.lastPart(key));
    }
  }

  private static Taskset found(Fleet fleet, String key) {
    return fleet
        .stores()
        .tasksets()
        .find(key)
        .orElseThrow(() -> new ServiceException("the run " + key + " is lost: start it again"));
  }
}
