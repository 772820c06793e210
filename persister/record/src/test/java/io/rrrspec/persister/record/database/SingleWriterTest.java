package io.rrrspec.persister.record.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.OutageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SingleWriterTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(200);

  @TempDir Path directory;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  @AfterEach
  void endThreads() {
    goOn.countDown();
    threads.shutdownNow();
  }

  @Test
  void threadsTakeTurnsAlsoThroughDifferentObjects() throws Exception {
    assertThat(mostAtOnce(work -> writer(LONG).alone(work))).isEqualTo(1);
  }

  @Test
  void transactionsInOneFileTakeTurns() throws Exception {
    String url = JdbcUrl.ofFile(directory.resolve("history"));
    try (Database one = Database.open(url);
        Database two = Database.open(url)) {
      AtomicInteger number = new AtomicInteger();
      assertThat(
              mostAtOnce(
                  work ->
                      (number.incrementAndGet() % 2 == 0 ? one : two)
                          .transaction(handle -> work.get())))
          .isEqualTo(1);
    }
  }

  /** How many of some threads are in their work at the same time, at most. */
  private int mostAtOnce(Consumer<Supplier<Integer>> writer) throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Supplier<Integer> work =
        () -> {
          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
          LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
          return inside.decrementAndGet();
        };
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      all.add(threads.submit(() -> writer.accept(work)));
    }
    for (Future<?> one : all) {
      one.get(1, TimeUnit.MINUTES);
    }
    return most.get();
  }

  @Test
  void waitsForAnotherThreadOnlySoLong() throws Exception {
    var unused = threads.submit(() -> writer(LONG).alone(this::waits));
    begun.await();
    assertThatThrownBy(() -> writer(SHORT).alone(() -> 1))
        .isInstanceOf(OutageException.class)
        .hasMessageContaining("another transaction has been writing")
        .hasMessageContaining("history.write.lock");
  }

  @Test
  void aThreadThatHangsLosesItsTurn() throws Exception {
    Future<Integer> hung = threads.submit(() -> writer(LONG).alone(this::waits));
    begun.await();
    writer(SHORT).takeBack();
    assertThat(writer(SHORT).alone(() -> 2)).isEqualTo(2);
    goOn.countDown();
    assertThat(hung.get(1, TimeUnit.MINUTES)).isEqualTo(1);
    assertThat(writer(SHORT).alone(() -> 3)).isEqualTo(3);
  }

  @Test
  void whatTheWorkThrowsEndsTheTurn() {
    assertThatThrownBy(
            () ->
                writer(SHORT)
                    .alone(
                        () -> {
                          throw new IllegalStateException("no");
                        }))
        .hasMessage("no");
    assertThat(writer(SHORT).alone(() -> 1)).isEqualTo(1);
  }

  @Test
  void anythingButAFileOfH2IsWrittenByManyAtOnce() throws Exception {
    for (String url : new String[] {JdbcUrl.inMemory(), "jdbc:postgresql://h/d?user=u"}) {
      SingleWriter writer = SingleWriter.of(url);
      assertThat(writer.<Integer>alone(() -> writer.alone(() -> 1))).isEqualTo(1);
    }
  }

  private SingleWriter writer(Duration patience) {
    return new SingleWriter(directory.resolve("history.write.lock"), patience);
  }

  private int waits() {
    begun.countDown();
    try {
      goOn.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 1;
  }
}
