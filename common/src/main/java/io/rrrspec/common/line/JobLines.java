package io.rrrspec.common.line;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.line.LineInterpreter.Verb;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.NodeStore;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.Stores;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lines that begin with {@code job}. */
final class JobLines {
  private final QueueStore queues;
  private final JobStore jobs;
  private final NodeStore nodes;

  JobLines(Stores stores) {
    this.queues = stores.queues();
    this.jobs = stores.jobs();
    this.nodes = stores.nodes();
  }

  void addTo(Map<String, Verb> verbs) {
    verbs.put("job show", new Verb("job show ID", "one job", this::show));
    verbs.put("job cancel", new Verb("job cancel ID", "it is not wanted any more", this::cancel));
    verbs.put("job move", new Verb("job move ID NAME", "put it into another queue", this::move));
    verbs.put("job prefer", new Verb("job prefer ID", "to the head of its queue", this::prefer));
  }

  private static long id(Words words) {
    String id = words.next("ID");
    if (!id.matches("\\d{1,15}")) {
      throw new UsageException("'" + id + "' is no number of a job: write one as push gives it");
    }
    return Long.parseLong(id);
  }

  private Reply show(Words words) {
    long id = id(words);
    words.end();
    Job job = jobs.find(id).orElseThrow(() -> unknown(id));
    List<String> lines = new ArrayList<>();
    lines.add("id " + id);
    lines.add("status " + job.status().text());
    Optional<Queue> queue = queues.read().setup().find(job.queue());
    lines.add("queue " + queue.map(Queue::name).orElse("(destroyed)"));
    lines.add("user " + job.user());
    addTime(lines, "queued", job.queuedAt());
    addTime(lines, "admitted", job.admittedAt());
    addTime(lines, "ended", job.endedAt());
    if (job.admittedAt() != null) {
      lines.add("run " + job.run());
    }
    String reason = job.reason();
    if (reason != null) {
      lines.add("reason " + reason.replaceAll("[\\p{Cntrl}]+", " "));
    }
    if (job.status() == Job.Status.WAITING) {
      String group = queue.map(Queue::group).orElse(Queue.DEFAULT_GROUP);
      if (nodes.all().stream().noneMatch(n -> n.alive() && n.workerType().equals(group))) {
        lines.add("note no worker of the type " + group + " is there: start one");
      } else if (queue.isPresent() && queue.get().isPaused()) {
        lines.add("note the queue is paused: its ceil is 0");
      }
    }
    lines.add("module " + job.module());
    lines.add("job " + job.text());
    return Reply.of(lines);
  }

  private static void addTime(List<String> lines, String name, @Nullable Instant at) {
    if (at != null) {
      lines.add(name + " " + at.truncatedTo(ChronoUnit.MILLIS));
    }
  }

  private static UsageException unknown(long id) {
    return new UsageException(
        "no job " + id + ": it was never pushed, or ended more than a day ago");
  }

  private Reply cancel(Words words) {
    long id = id(words);
    words.end();
    return reply(id, jobs.cancel(id), "cancelled");
  }

  private Reply move(Words words) {
    long id = id(words);
    String queue = words.next("NAME");
    words.end();
    return reply(id, jobs.move(id, queue), "moved");
  }

  private Reply prefer(Words words) {
    long id = id(words);
    words.end();
    return reply(id, jobs.prefer(id), "preferred");
  }

  private static Reply reply(long id, JobStore.Done done, String what) {
    return switch (done) {
      case DONE -> Reply.DONE;
      case UNKNOWN -> throw unknown(id);
      case RUNNING ->
          throw new UsageException(
              "job " + id + " runs: only one that waits can be " + what + "; cancel it instead");
      case OVER ->
          throw new UsageException("job " + id + " is over: it cannot be " + what + " any more");
      case FULL -> throw new UsageException("queue full: move job " + id + " later");
    };
  }
}
