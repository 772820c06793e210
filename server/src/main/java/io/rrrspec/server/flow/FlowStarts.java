package io.rrrspec.server.flow;

import io.rrrspec.common.config.ServerSettings;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.process.HostName;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.jobs.ClientProgram;
import io.rrrspec.server.jobs.JobDirectory;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The types of tasks that start flows: those that somebody asks for, and those at times. */
public final class FlowStarts {
  /** The pool of those that somebody asks for: the steps of flows must not wait for them. */
  public static final String POOL = "starts";

  /** Each is a client that may build a project. */
  private static final int AT_ONCE = 2;

  private final List<FlowType> types;
  private final Map<String, Integer> pools;
  private final Runnable check;

  private FlowStarts(List<FlowType> types, Map<String, Integer> pools, Runnable check) {
    this.types = List.copyOf(types);
    this.pools = Map.copyOf(pools);
    this.check = check;
  }

  /** Those of a server. */
  public static FlowStarts of(
      Stores stores,
      FlowKeys keys,
      ServerSettings settings,
      ClientProgram client,
      InstantSource clock) {
    List<Path> roots = settings.jobRoots();
    FlowStore flows = stores.flows(keys);
    StartFlow asked = new StartFlow(flows, client, text -> JobDirectory.below(text, roots));
    StartFlow own = new StartFlow(flows, client, StartFlow::existing);
    Schedule schedule = new Schedule(settings.schedule(), own, flows, clock);
    List<FlowType> types = new ArrayList<>(schedule.types());
    types.add(FlowType.task(typeOfHost(), asked).withAttempts(1).withLimit(StartFlow.LEASE));
    types.add(FlowType.task(ownTypeOfHost(), own).withAttempts(1).withLimit(StartFlow.LEASE));
    Map<String, Integer> pools = new HashMap<>(Map.of(POOL, AT_ONCE));
    schedule.pools().forEach(pool -> pools.put(pool, 1));
    return new FlowStarts(types, pools, schedule::check);
  }

  /** None: nobody asks, and nothing is due. */
  public static FlowStarts none() {
    return new FlowStarts(List.of(), Map.of(), () -> {});
  }

  /** The type of the flows that servers of this host were asked for: the sources are here. */
  public static String typeOfHost() {
    return "flow:" + HostName.ofThisHost();
  }

  /** The type of the flows whose sources the file of servers of this host names. */
  public static String ownTypeOfHost() {
    return "own-flow:" + HostName.ofThisHost();
  }

  List<FlowType> types() {
    return types;
  }

  /** The pools of these types, each with how many of its tasks a server executes at once. */
  Map<String, Integer> pools() {
    return pools;
  }

  /** Says in the log what is wrong with the files of the schedule. */
  public void check() {
    check.run();
  }
}
