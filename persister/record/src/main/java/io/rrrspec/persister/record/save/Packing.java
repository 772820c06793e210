package io.rrrspec.persister.record.save;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads and packs the tasks of one taskset in a thread of its own while the one that asks sends
 * them to the database: a large taskset takes the longer of both, not their sum. Some megabytes
 * ahead, however many tasks there are.
 */
final class Packing implements AutoCloseable {
  /** So many tasks are not worth a thread. */
  private static final int WITHOUT_THREAD = 50;

  private static final int CHUNK_TASKS = 100;
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int CHUNKS_AHEAD = 4;
  private static final List<PackedTask> END = List.of();
  private static final long LOOK_MILLIS = 100;
  private static final long END_MILLIS = 10_000;

  private final Iterator<FinishedTask> tasks;
  private final BlockingQueue<List<PackedTask>> ready = new ArrayBlockingQueue<>(CHUNKS_AHEAD);
  private final Thread thread = new Thread(this::run, "persister-packing");
  private @Nullable Throwable failure;
  private volatile boolean closed;

  private Packing(Iterator<FinishedTask> tasks) {
    this.tasks = tasks;
    thread.setDaemon(true);
  }

  /**
   * Hands over all of them, in their order, in the thread of the caller.
   *
   * @param tasks is asked by one thread at a time; what it throws is thrown on
   */
  static void forEach(Iterator<FinishedTask> tasks, Consumer<PackedTask> consumer) {
    for (int i = 0; i < WITHOUT_THREAD && tasks.hasNext(); i++) {
      consumer.accept(PackedTask.of(tasks.next()));
    }
    if (tasks.hasNext()) {
      try (Packing packing = new Packing(tasks)) {
        packing.thread.start();
        for (var chunk = packing.take(); !chunk.isEmpty(); chunk = packing.take()) {
          chunk.forEach(consumer);
        }
      }
    }
  }

  private void run() {
    try {
      while (!closed && tasks.hasNext()) {
        put(chunk());
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    put(END);
  }

  private List<PackedTask> chunk() {
    List<PackedTask> chunk = new ArrayList<>();
    int bytes = 0;
    while (chunk.size() < CHUNK_TASKS && bytes < CHUNK_BYTES && tasks.hasNext()) {
      PackedTask packed = PackedTask.of(tasks.next());
      chunk.add(packed);
      bytes += packed.bytes();
    }
    return chunk;
  }

  private void put(List<PackedTask> chunk) {
    try {
      while (!closed && !ready.offer(chunk, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        // Who takes them is slow, or has gone.
      }
    } catch (InterruptedException e) {
      // Nobody does that; whoever did wants an end.
      closed = true;
    }
  }

  /** The next ones; empty at the end. */
  private List<PackedTask> take() {
    List<PackedTask> chunk;
    try {
      do {
        chunk = ready.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } while (chunk == null && thread.isAlive());
      if (chunk == null) {
        // It may have put its last one and ended between the two looks.
        chunk = ready.poll();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while tasks are read", e);
    }
    if (chunk == null) {
      throw new IllegalStateException("reading tasks has ended without a word");
    }
    if (chunk.isEmpty()) {
      throwFailure();
    }
    return chunk;
  }

  private void throwFailure() {
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }

  /** Ends the thread; it does not use what it reads from after this, but where that hangs. */
  @Override
  public void close() {
    closed = true;
    ready.clear();
    try {
      thread.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
