package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.exceptions.JedisDataException;

/** Transitions of many threads at once. */
class SharedTripsTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final int THREADS = 8;
  private static final int CALLS = 100;

  private SharedTrips trips;

  @BeforeEach
  void aTask() {
    trips = new SharedTrips(redis.connection());
    redis
        .connection()
        .commands()
        .hset("ns:task", Map.of("id", "\"task\"", "uid", "\"u\"", "total", "1"));
  }

  /** What its progress is then. */
  private String addProgress(String much) {
    List<?> answer = (List<?>) trips.run("flow_progress", List.of("ns:", "seed", "task", much));
    return (String) answer.get(answer.size() - 1);
  }

  private static <T> List<T> atOnce(Callable<List<T>> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<T> all = new ArrayList<>();
      List<Callable<List<T>>> calls = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        calls.add(work);
      }
      for (Future<List<T>> one : threads.invokeAll(calls)) {
        all.addAll(one.get());
      }
      return all;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void eachThreadGetsTheAnswerToItsOwnCall() throws Exception {
    List<Boolean> ordered =
        atOnce(
            () -> {
              List<Boolean> rising = new ArrayList<>();
              int last = 0;
              for (int i = 0; i < CALLS; i++) {
                int progress = Integer.parseInt(addProgress("1"));
                rising.add(progress > last);
                last = progress;
              }
              return rising;
            });
    assertThat(ordered).hasSize(THREADS * CALLS).containsOnly(true);
    assertThat(redis.connection().commands().hget("ns:task", "progress"))
        .isEqualTo(Integer.toString(THREADS * CALLS));
  }

  @Test
  void noAnswerIsGivenTwice() throws Exception {
    Set<String> answers = new HashSet<>(atOnce(() -> List.of(addProgress("1"))));
    assertThat(answers).hasSize(THREADS);
  }

  @Test
  void aCallThatRedisRefusesFailsAlone() throws Exception {
    redis.connection().commands().hset("ns:task", "progress", "0");
    List<Boolean> refused =
        atOnce(
            () -> {
              List<Boolean> list = new ArrayList<>();
              for (int i = 0; i < CALLS; i++) {
                boolean bad = i % 10 == 0;
                if (bad) {
                  assertThatThrownBy(() -> addProgress("much"))
                      .isInstanceOf(JedisDataException.class);
                } else {
                  addProgress("0");
                }
                list.add(bad);
              }
              return list;
            });
    assertThat(refused).filteredOn(bad -> bad).hasSize(THREADS * CALLS / 10);
  }
}
