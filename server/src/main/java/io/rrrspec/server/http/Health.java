package io.rrrspec.server.http;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Status;
import io.rrrspec.common.store.WorkerStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What is wrong, in words: one line each, with what to do about it. A pure function. */
record Health(Keys keys) {
  /** Judging takes milliseconds. */
  private static final double ARBITERS_BEHIND_SECONDS = 10;

  /** A persister takes a taskset within a second, unless it is busy with others. */
  private static final double PERSISTERS_BEHIND_SECONDS = 30;

  /** Its second step comes at the latest 30 s after the first. */
  private static final double HELD_SECONDS = 120;

  private static final int FAILURES_IN_A_ROW = 3;

  /** The complaints; empty if all is well. */
  List<String> complaints(Observation seen) {
    List<String> lines = new ArrayList<>();
    Status status = seen.status();
    Instant silentSince = seen.silentSince();
    if (status == null) {
      Instant since = silentSince == null ? seen.at() : silentSince;
      lines.add(
          "Redis is out of reach since "
              + since.truncatedTo(ChronoUnit.SECONDS)
              + ": "
              + seen.outage());
    } else {
      leaders(status, lines);
      queues(seen, status, lines);
      held(seen, status, lines);
      unserved(status, lines);
      if (status.setAside() > 0) {
        lines.add(
            count(status.setAside(), "message")
                + (status.setAside() == 1 ? " was" : " were")
                + " set aside, which nobody could serve: look at the list "
                + keys.setAside()
                + ", then delete it");
      }
      if (status.runsSetAside() > 0) {
        lines.add(
            status.runsSetAside()
                + (status.runsSetAside() == 1 ? " run is" : " runs are")
                + " set aside because the persister failed to write them: see why with"
                + " 'rrrspec-java persister --set-aside', then try again with"
                + " 'rrrspec-java persister --retry all'");
      }
    }
    loops(seen, lines);
    return lines;
  }

  private static void leaders(Status status, List<String> lines) {
    status
        .leaders()
        .forEach(
            (role, server) -> {
              if (server.isEmpty()) {
                lines.add("no server leads as " + role + ": see the logs of the servers");
              }
            });
  }

  private static void queues(Observation seen, Status status, List<String> lines) {
    if (seen.arbiterAge() > ARBITERS_BEHIND_SECONDS) {
      lines.add(
          "the arbiters are behind: "
              + count(status.arbiter().length(), "message")
              + (status.arbiter().length() == 1 ? " waits" : " wait")
              + ", the oldest for "
              + seconds(seen.arbiterAge()));
    }
    if (seen.persisterAge() > PERSISTERS_BEHIND_SECONDS) {
      lines.add(
          "no persister takes the queue: "
              + count(status.persister().length(), "taskset")
              + (status.persister().length() == 1 ? " waits" : " wait")
              + ", the oldest for "
              + seconds(seen.persisterAge())
              + ": start one with 'rrrspec-java persister'");
    }
  }

  private static void held(Observation seen, Status status, List<String> lines) {
    for (Status.Held held : status.held()) {
      Long end = held.oldestEndMs();
      double age = end == null ? 0 : (seen.at().toEpochMilli() - end) / 1000.0;
      if (!held.complaint().isEmpty()) {
        lines.add(
            held.member()
                + " keeps "
                + count(held.messages(), "taskset")
                + " and waits: "
                + held.complaint());
      } else if (age > HELD_SECONDS) {
        lines.add(
            held.member()
                + " cannot persist "
                + count(held.messages(), "taskset")
                + ", the oldest since "
                + seconds(age)
                + ": see its log, and whether its database is well");
      }
    }
  }

  private static void unserved(Status status, List<String> lines) {
    Map<String, Integer> waiting = new TreeMap<>();
    for (Status.Active taskset : status.active()) {
      if (taskset.left() > 0 && status.workers().stream().noneMatch(w -> serves(w, taskset))) {
        String kind = taskset.workerType() + (taskset.needsOurs() ? " (rrrspec-java's own)" : "");
        waiting.merge(kind, 1, Integer::sum);
      }
    }
    waiting.forEach(
        (type, count) ->
            lines.add(
                count
                    + (count == 1 ? " taskset waits" : " tasksets wait")
                    + " for a worker of type "
                    + type
                    + ", and none is alive: start one with 'rrrspec-java worker --worker-type "
                    + type.replaceFirst(" .*", "")
                    + "', or cancel what waits"));
  }

  private static boolean serves(WorkerStore.Seen worker, Status.Active taskset) {
    return worker.alive()
        && worker.workerType().equals(taskset.workerType())
        && (worker.ours() || !taskset.needsOurs());
  }

  private static void loops(Observation seen, List<String> lines) {
    for (Observation.LoopState loop : seen.loops()) {
      if (!loop.running()) {
        lines.add("the " + loop.name() + " of this server has ended: start the server again");
      } else if (loop.failuresInARow() >= FAILURES_IN_A_ROW && seen.status() != null) {
        lines.add(
            "the "
                + loop.name()
                + " of this server has failed "
                + loop.failuresInARow()
                + " times in a row: "
                + loop.lastFailure());
      }
    }
  }

  private static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.0f s", seconds);
  }
}
