package io.rrrspec.server.flow;

import io.rrrspec.common.config.ServerSettings;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.process.HostName;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.jobs.ClientProgram;
import io.rrrspec.server.jobs.JobDirectory;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The types of tasks that start flows: those that somebody asks for, and those at times. */
public final class FlowStarts {
  /** The pool of these tasks: they take long, and the steps of flows must not wait for them. */
  public static final String POOL = "starts";

  private final List<FlowType> types = new ArrayList<>();
  private final Schedule schedule;

  public FlowStarts(
      Stores stores,
      FlowKeys keys,
      ServerSettings settings,
      ClientProgram client,
      InstantSource clock) {
    List<Path> roots = settings.jobRoots();
    types.add(
        FlowType.task(
                typeOfHost(),
                new StartFlow(stores.flows(keys), client, text -> JobDirectory.below(text, roots)))
            .withAttempts(1)
            .withLimit(StartFlow.LEASE));
    this.schedule =
        new Schedule(
            settings.schedule(),
            new StartFlow(stores.flows(keys), client, StartFlow::existing),
            POOL,
            clock);
    types.addAll(schedule.types());
  }

  /** The type of the flows that servers of this host were asked for: the sources are here. */
  public static String typeOfHost() {
    return "flow:" + HostName.ofThisHost();
  }

  List<FlowType> types() {
    return types;
  }

  /** Says in the log what is wrong with the files of the schedule. */
  public void check() {
    schedule.check();
  }
}
