package io.rrrspec.experiments.flow;

import com.fasterxml.jackson.databind.node.IntNode;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.experiments.bench.BenchRedis;
import io.rrrspec.server.flow.FlowType;
import io.rrrspec.server.flow.Iteration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Memory while an iterator makes children that are forgotten at once: at a quarter of them, and at
 * the end. The last child of each part waits until the memory has been read, so that nothing else
 * is under way.
 */
final class MemoryRun {
  private static final int AT_ONCE = 100;
  private static final Duration LIMIT = Duration.ofMinutes(15);

  private final BenchRedis redis;
  private final int children;

  /** The numbers of the children that wait to be released, as they begin. */
  private final BlockingQueue<Integer> arrived = new LinkedBlockingQueue<>();

  private final CountDownLatch first = new CountDownLatch(1);
  private final CountDownLatch second = new CountDownLatch(1);

  /** When the last of them was seen. */
  private long arrival;

  MemoryRun(BenchRedis redis, int children) {
    this.redis = redis;
    this.children = children;
  }

  /**
   * What was found.
   *
   * @param done children that are over
   * @param behind children that were over and not forgotten when the last one began
   * @param redisBytes used by Redis, all forgotten
   * @param heapBytes used by this process after a collection
   * @param seconds since the start, without those in which memory was read
   */
  record Sample(int done, long behind, long redisBytes, long heapBytes, double seconds) {}

  List<Sample> run() throws Exception {
    redis.clear();
    List<Sample> samples = new ArrayList<>();
    try (BenchEngine engine = new BenchEngine(redis, List.of(step(), iterator()))) {
      String id = "memory";
      engine.announce(id);
      long start = System.nanoTime();
      engine.store().start(FlowStep.iterator("steps").inPool(BenchEngine.POOL).withId(id));
      samples.add(sample(start));
      long paused = System.nanoTime() - arrival;
      first.countDown();
      samples.add(sample(start + paused));
      second.countDown();
      engine.awaitEnd(id);
    }
    return samples;
  }

  private int mark() {
    return children / 4;
  }

  private FlowType step() {
    return FlowType.task(
            "step",
            task -> {
              int number = task.args().get(0).asInt();
              if (number == mark() || number == children) {
                arrived.add(number);
                (number == mark() ? first : second).await();
              }
              return null;
            })
        .withLimit(LIMIT);
  }

  private FlowType iterator() {
    return FlowType.iterator(
        "steps",
        (state, iterator) -> {
          int begun = state == null ? 0 : state.asInt();
          if (begun == children) {
            return Iteration.END;
          }
          boolean waits = begun == mark() && first.getCount() > 0;
          if (waits || iterator.childrenCreated() - iterator.childrenFinished() >= AT_ONCE) {
            return Iteration.NOTHING;
          }
          int last = Math.min(begun < mark() ? mark() : children, begun + AT_ONCE);
          List<FlowStep> steps = new ArrayList<>();
          for (int i = begun + 1; i <= last; i++) {
            steps.add(FlowStep.task("step", i).inPool(BenchEngine.POOL).keptFor(Duration.ZERO));
          }
          return Iteration.more(IntNode.valueOf(last), steps);
        });
  }

  private Sample sample(long start) throws InterruptedException {
    Integer number = arrived.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    if (number == null) {
      throw new IllegalStateException("the children do not end");
    }
    arrival = System.nanoTime();
    double seconds = (arrival - start) / 1e9;
    String finished = BenchEngine.KEYS.finished();
    long behind = redis.connection().commands().zcard(finished);
    // The children that began with this one, and all that is to be forgotten.
    long end = System.nanoTime() + LIMIT.toNanos();
    while (redis.connection().commands().dbSize() > 8 && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return new Sample(number, behind, settledMemory(), settledHeap(), seconds);
  }

  /** Redis shrinks its tables in the background, so the least of six seconds counts. */
  private long settledMemory() throws InterruptedException {
    redis.forgetSlowCalls();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 30; i++) {
      TimeUnit.MILLISECONDS.sleep(200);
      redis.purge();
      least = Math.min(least, redis.usedMemory());
    }
    return least;
  }

  private static long settledHeap() throws InterruptedException {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(50);
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
