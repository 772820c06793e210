package io.rrrspec.server.jobs;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the runs of jobs of the module {@code junit}: those that this server has admitted, and
 * those that a dead one had. Two servers that start the same one lead to one run: its activation
 * decides.
 */
public final class JobStarts implements Actor, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(JobStarts.class);
  private static final int MOST_AT_ONCE = 4;

  private final String serverKey;
  private final JobStore jobs;
  private final QueueStore queues;
  private final List<Path> roots;
  private final ClientProgram program;
  private final Map<Long, StartedClient> clients = new HashMap<>();

  public JobStarts(String serverKey, Stores stores, List<Path> roots, ClientProgram program) {
    this.serverKey = serverKey;
    this.jobs = stores.jobs();
    this.queues = stores.queues();
    this.roots = List.copyOf(roots);
    this.program = program;
  }

  @Override
  public String name() {
    return "job-starts";
  }

  @Override
  public boolean step() {
    Map<Long, String> starting = jobs.starting();
    clients.forEach(
        (number, client) -> {
          if (!serverKey.equals(starting.get(number))) {
            // It was cancelled, or its run is active: then the client is about to end.
            client.endUnlessActive(() -> jobs.find(number).map(Job::status).orElse(null));
          }
        });
    boolean done = clients.values().removeIf(StartedClient::isOver);
    for (Map.Entry<Long, String> entry : starting.entrySet()) {
      long number = entry.getKey();
      if (clients.containsKey(number) || clients.size() >= MOST_AT_ONCE) {
        continue;
      }
      if (serverKey.equals(entry.getValue())
          || jobs.takeOver(number, entry.getValue(), serverKey)) {
        start(number);
        done = true;
      }
    }
    return done;
  }

  private void start(long number) {
    Job job = jobs.find(number).orElse(null);
    if (job == null) {
      fail(number, "the job is gone");
      return;
    }
    try {
      Path directory = JobDirectory.find(job.text(), roots);
      String queue = queues.read().setup().find(job.queue()).map(Queue::name).orElse(Queue.DEFAULT);
      log.info("job {}: starts the run of {}", number, directory);
      clients.put(
          number,
          StartedClient.start(
              program.start(job, queue, directory), reason -> fail(number, reason), number));
    } catch (UsageException e) {
      fail(number, String.valueOf(e.getMessage()));
    }
  }

  private void fail(long number, String reason) {
    if (jobs.fail(number, serverKey, reason)) {
      log.warn("job {}: no run was started: {}", number, reason);
    }
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(limit.toMillis());
  }

  /** Ends the clients; another server, or this one when it is started again, starts them again. */
  @Override
  public void close() {
    clients.values().forEach(StartedClient::abandon);
  }
}
