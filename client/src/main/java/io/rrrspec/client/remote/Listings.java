package io.rrrspec.client.remote;

import io.rrrspec.client.report.LeaseTable;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Columns;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.LeaseStore.Lease;
import io.rrrspec.common.store.NodeStore.Node;
import io.rrrspec.common.store.NodeStore.Sick;
import io.rrrspec.common.store.TasksetStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists what goes on in a fleet. */
public final class Listings {
  private final Console console;

  private final InstantSource clock = InstantSource.system();

  public Listings(Console console) {
    this.console = console;
  }

  /** The runs that are not over, oldest first. */
  public ExitCode actives(Settings settings) {
    try (Fleet fleet = Fleet.open(settings)) {
      TasksetStore tasksets = fleet.stores().tasksets();
      List<Taskset> runs = new ArrayList<>();
      List<String> queues = new ArrayList<>();
      for (String key : tasksets.active()) {
        tasksets
            .find(key)
            .ifPresent(
                taskset -> {
                  runs.add(taskset);
                  queues.add(tasksets.queue(key));
                });
      }
      boolean queued = queues.stream().anyMatch(queue -> !queue.isEmpty());
      List<String> heads =
          new ArrayList<>(List.of("KEY", "RSYNC_NAME", "USER", "STATUS", "DONE", "SINCE"));
      if (queued) {
        heads.add("QUEUE");
      }
      Columns table = Columns.of(heads.toArray(String[]::new));
      for (int i = 0; i < runs.size(); i++) {
        List<String> cells = run(runs.get(i), tasksets.progress(runs.get(i).key()));
        if (queued) {
          cells.add(queues.get(i));
        }
        table.row(cells.toArray(String[]::new));
      }
      answer(runs.size(), table, "no run goes on");
      return ExitCode.SUCCEEDED;
    }
  }

  private List<String> run(Taskset taskset, TasksetStore.Progress progress) {
    int done = progress.succeeded() + progress.failed();
    // A foreign implementation does not say how many it asked for.
    long all = Math.max(progress.asked(), done + progress.left());
    String failed = progress.failed() == 0 ? "" : " (" + progress.failed() + " failed)";
    String user = taskset.user();
    String status = taskset.status().text();
    return new ArrayList<>(
        List.of(
            taskset.key(),
            taskset.rsyncName(),
            user == null ? "" : user,
            status.isEmpty() ? "waiting" : status,
            done + "/" + all + failed,
            since(taskset.createdAt())));
  }

  /** The workers, by name, and what is in the hands of workers, servers and persisters. */
  public ExitCode nodes(Settings settings) {
    try (Fleet fleet = Fleet.open(settings)) {
      Columns table = Columns.of("WORKER", "TYPE", "HOST", "STATE", "RUN", "SINCE", "HAS", "NOTE");
      List<Node> nodes = fleet.stores().nodes().all();
      for (Node node : nodes) {
        String host = node.host();
        String taskset = node.taskset();
        table.row(
            node.id(),
            node.workerType(),
            host == null ? "" : host,
            state(node),
            taskset == null ? "" : Keys.lastPart(taskset),
            since(node.since()),
            node.holds().text(),
            note(node.sick()));
      }
      answer(nodes.size(), table, "no worker has announced itself: rrrspec-java worker starts one");
      List<Lease> leases = new ArrayList<>(fleet.stores().leases().ofWorkers());
      leases.addAll(fleet.stores().leases().ofServers());
      if (!leases.isEmpty()) {
        console.answer("\n" + LeaseTable.render(leases, console.outTerminal().style()));
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private static String state(Node node) {
    if (!node.alive()) {
      return "dead";
    }
    return node.taskset() != null ? "busy" : node.sick() != null ? "sick" : "idle";
  }

  private static String note(@Nullable Sick sick) {
    return sick == null
        ? ""
        : "gets nothing for "
            + Phrases.clock(sick.left())
            + ", taken off run "
            + Keys.lastPart(sick.taskset())
            + ": "
            + sick.reason();
  }

  private void answer(int rows, Columns table, String none) {
    if (rows == 0) {
      console.say(none);
    } else {
      console.answer(table.render(console.outTerminal().style()));
    }
  }

  private String since(@Nullable Instant time) {
    if (time == null) {
      return "";
    }
    Duration past = Duration.between(time, clock.instant());
    return Phrases.clock(past.isNegative() ? Duration.ZERO : past);
  }
}
