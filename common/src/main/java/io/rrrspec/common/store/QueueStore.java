package io.rrrspec.common.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueConflictException;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.queue.Turns;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** How queues are set up, whose turn it is, and what they had. */
public final class QueueStore {
  private static final ObjectMapper json = new ObjectMapper();

  /**
   * So many jobs wait in one queue at most where no server has said otherwise, as in the scripts.
   */
  private static final int MOST_WAITING = 100_000;

  /** As many people never change the queues at the same moment. */
  private static final int MOST_TRIES = 100;

  private static final String WRITTEN = "written";
  private static final String CHANGED = "changed";

  /** One each second: a quarter of an hour. */
  private static final int MOST_SAMPLES = 900;

  /** With very many queues the record is shorter: some megabytes of Redis at most. */
  private static final int MOST_SHARES = 50_000;

  private static final int SAMPLES_PER_READ = 30;

  private static final Duration SAMPLES_LIFE = Duration.ofHours(1);

  private final RedisConnection redis;
  private final Keys keys;

  public QueueStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /**
   * The queues as they are set up.
   *
   * @param version counts the changes; a job is pushed only if it is still the same
   * @param setup what is set up
   * @param limit how many jobs wait in one queue at most
   */
  public record Read(String version, QueueSetup setup, int limit) {}

  /**
   * Reads how queues are set up.
   *
   * @throws ServiceException if that cannot be understood
   */
  public Read read() {
    List<String> fields = redis.commands().hmget(keys.queues(), "version", "setup", "limit");
    String version = fields.get(0);
    String setup = fields.get(1);
    return new Read(
        version == null ? "0" : version,
        setup == null ? QueueSetup.NONE : QueueJson.read(setup),
        Fields.count(fields.get(2), MOST_WAITING));
  }

  /**
   * What can be read of the queues.
   *
   * @param setup without what cannot be read
   * @param damaged what that is, for people; empty if nothing is
   */
  public record Look(QueueSetup setup, List<String> damaged) {}

  /** Reads how queues are set up for who only shows it: what cannot be read is left out. */
  public Look look() {
    String setup = redis.commands().hget(keys.queues(), "setup");
    return setup == null ? new Look(QueueSetup.NONE, List.of()) : QueueJson.look(setup);
  }

  /**
   * Changes how queues are set up. If somebody else does so at the same time the change is made
   * again, on what that has left.
   *
   * @param change gives what is to be set up; throws what is wrong with it
   * @return what is set up now
   */
  public QueueSetup change(UnaryOperator<QueueSetup> change) {
    for (int i = 0; i < MOST_TRIES; i++) {
      Read read = read();
      QueueSetup next = change.apply(read.setup());
      if (next.equals(read.setup()) || write(read.version(), next, null).equals(WRITTEN)) {
        return next;
      }
      pause();
    }
    throw new ServiceException("the queues are changed by others all the time: try again");
  }

  /**
   * Removes a queue in which no job waits.
   *
   * @throws UsageException if some do, or there is no such queue
   */
  public void destroyEmpty(String name) {
    for (int i = 0; i < MOST_TRIES; i++) {
      Read read = read();
      Queue queue = read.setup().get(name);
      String answer =
          write(read.version(), read.setup().destroy(name, null), keys.waitingJobs(queue.serial()));
      if (answer.equals(WRITTEN)) {
        return;
      }
      if (!answer.equals(CHANGED)) {
        throw new QueueConflictException(
            "in the queue '"
                + name
                + "' "
                + (answer.equals("1") ? "1 job waits" : answer + " jobs wait")
                + ": name the queue that takes them over (queue destroy "
                + name
                + " TAKE_OVER)");
      }
      pause();
    }
    throw new ServiceException("the queues are changed by others all the time: try again");
  }

  private String write(String version, QueueSetup setup, @Nullable String mustBeEmpty) {
    List<String> all = new ArrayList<>(List.of(keys.queues(), keys.dispatcherQueue()));
    if (mustBeEmpty != null) {
      all.add(mustBeEmpty);
    }
    return (String)
        redis.run(
            "write_queues",
            all,
            List.of(version, QueueJson.write(setup), UUID.randomUUID().toString()));
  }

  private static void pause() {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Says how many jobs wait in one queue at most; the last server to start wins. */
  public void publishLimit(int jobs) {
    redis.commands().hset(keys.queues(), "limit", Integer.toString(jobs));
  }

  /**
   * Publishes which modules a server has in its file, with their templates. Those of other servers
   * stay; of two of one name the last to start wins.
   */
  public void publishModules(Map<String, String> templates) {
    if (!templates.isEmpty()) {
      redis.commands().hset(keys.modules(), templates);
    }
  }

  /** The modules that servers have in their files, with their templates. */
  public Map<String, String> modules() {
    return redis.commands().hgetAll(keys.modules());
  }

  /** Whose turn it is, by group. */
  public Map<String, Turns> turns() {
    return TurnFields.read(redis.commands().hgetAll(keys.turns()));
  }

  /**
   * Keeps who waits, and since when. Whose turn it is next is kept with each assignment: see {@link
   * WorkerStore#assign}.
   */
  public void saveWaiting(Map<String, Turns> turns) {
    if (!turns.isEmpty()) {
      redis.commands().hset(keys.turns(), TurnFields.waiting(turns));
    }
  }

  /** Keeps what queues had and wanted. */
  public void add(QueueSample sample) {
    String text;
    try {
      text = json.writeValueAsString(sample);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers by names are always JSON", e);
    }
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      pipeline.lpush(keys.queueSamples(), text);
      int most = Math.min(MOST_SAMPLES, MOST_SHARES / Math.max(1, sample.queues().size()));
      pipeline.ltrim(keys.queueSamples(), 0, most - 1);
      pipeline.expire(keys.queueSamples(), SAMPLES_LIFE.toSeconds());
      pipeline.sync();
    }
  }

  /**
   * What queues had and wanted, oldest first.
   *
   * @param count the newest so many
   */
  public List<QueueSample> samples(int count) {
    List<QueueSample> samples = new ArrayList<>();
    for (String text : redis.commands().lrange(keys.queueSamples(), 0, count - 1)) {
      sample(text).ifPresent(sample -> samples.add(0, sample));
    }
    return samples;
  }

  /**
   * Hands over what queues had and wanted after some moment, newest first. With many queues all
   * samples together are large, so they are read in parts; one that is added meanwhile may come
   * twice.
   *
   * @param afterMs in ms since 1970
   */
  public void eachSampleAfter(long afterMs, Consumer<QueueSample> sink) {
    for (int from = 0; from < MOST_SAMPLES; from += SAMPLES_PER_READ) {
      List<String> texts =
          redis.commands().lrange(keys.queueSamples(), from, from + SAMPLES_PER_READ - 1L);
      for (String text : texts) {
        Optional<QueueSample> sample = sample(text);
        if (sample.isPresent() && sample.get().atMs() <= afterMs) {
          return;
        }
        sample.ifPresent(sink);
      }
      if (texts.size() < SAMPLES_PER_READ) {
        return;
      }
    }
  }

  /** Samples are for eyes only: one that cannot be read is not shown. */
  static Optional<QueueSample> sample(String text) {
    try {
      return Optional.ofNullable(json.readValue(text, QueueSample.class));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** How many jobs wait in each of some queues, by serial number. */
  public Map<Integer, Long> waiting(List<Integer> queues) {
    Map<Integer, Response<Long>> counts = new HashMap<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      queues.forEach(q -> counts.put(q, pipeline.zcard(keys.waitingJobs(q))));
      pipeline.sync();
    }
    Map<Integer, Long> waiting = new HashMap<>();
    counts.forEach((queue, count) -> waiting.put(queue, PipelineAnswer.of(count, 0L)));
    return waiting;
  }
}
