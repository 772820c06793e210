package io.rrrspec.client.remote;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.Packer;
import io.rrrspec.client.source.Preparer;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.store.FlowStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/** Starts a flow: sends its sources once, creates its runs, and waits for its end if asked to. */
public final class FlowStart {
  private final RunRequests requests;
  private final Console console;
  private final EndRequests end;
  private final InstantSource clock = InstantSource.system();

  public FlowStart(Preparer preparer, Console console, EndRequests end) {
    this.requests = new RunRequests(preparer, console);
    this.console = console;
    this.end = end;
  }

  /**
   * Does it.
   *
   * @throws UsageException if the request cannot be served as it is
   * @throws ServiceException if Redis, rsync or the fleet fail
   */
  public ExitCode run(FlowRequest request) {
    String id = request.id();
    SettingsSources sources = request.sources().with(SettingsTable.RSYNC_NAME, "flow-" + id);
    Settings settings = Settings.load(sources);
    Path directory = ClientSettings.forStart(settings).packagingDir().toAbsolutePath().normalize();
    if (request.file().needsSources() && !Files.isDirectory(directory)) {
      throw new UsageException(
          "packaging_dir: there is no directory " + directory + ": write the one to be sent");
    }
    try (Fleet fleet = Fleet.open(settings)) {
      return end.during(() -> run(request, id, sources, settings, directory, fleet));
    }
  }

  private ExitCode run(
      FlowRequest request,
      String id,
      SettingsSources sources,
      Settings settings,
      Path directory,
      Fleet fleet) {
    RequiredServer.await(fleet, end);
    try (NameLock lock = name(fleet, id, request.user())) {
      FlowPlan plan =
          new FlowPlan(
              request.file(),
              sources,
              request.user(),
              requests,
              directory,
              fleet,
              clock,
              request.noCache());
      FlowStep root = plan.root(id);
      FlowStore flows = flows(fleet, settings);
      if (request.file().needsSources() && !send(directory, fleet, flows, id)) {
        return ExitCode.CANCELLED;
      }
      plan.requireUnchangedInputs();
      lock.require();
      if (!end.hold()) {
        return ExitCode.CANCELLED;
      }
      plan.beginGenerations();
      // If a server has ordered it, only while somebody wants that.
      flows.requireWanted(id);
      flows.start(root);
      console.answer(id + "\n");
      settle(fleet, flows, id);
    }
    return request.waits()
        ? new FlowWait(fleet, flows(fleet, settings), console, end).untilOver(id)
        : ExitCode.SUCCEEDED;
  }

  private static NameLock name(Fleet fleet, String id, String user) {
    try {
      return NameLock.take(fleet.stores().nameLocks(), "flow-" + id, user);
    } catch (UsageException e) {
      // Nobody chose that name: another client starts the same flow, for a server that is gone.
      throw new ServiceException("the flow " + id + " is about to be started: wait", e);
    }
  }

  /** Returns false if somebody wants the end of that. */
  private boolean send(Path directory, Fleet fleet, FlowStore flows, String id) {
    fleet.stores().sentSources(flows.keys()).sent(id, clock.instant());
    return new Packer().send(directory, fleet.target(), "flow-" + id, () -> end.count() > 0);
  }

  /** What is left to be done once it has begun. It goes on without us, so Redis may be away. */
  void settle(Fleet fleet, FlowStore flows, String id) {
    RedisPatience.ofFlow(fleet, id, console::say)
        .ask(
            () -> {
              fleet.stores().sentSources(flows.keys()).started(id, clock.instant());
              flows.cancelIfOrderIs(id);
              flows.unlistOrder(id);
              return true;
            });
  }

  static FlowStore flows(Fleet fleet, Settings settings) {
    FlowKeys keys = fleet.stores().flowKeys(settings.find(SettingsTable.FLOW_NAMESPACE));
    return fleet.stores().flows(keys);
  }
}
