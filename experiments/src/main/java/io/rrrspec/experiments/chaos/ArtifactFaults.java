package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.FaultKind.CACHE_CORRUPTED;
import static io.rrrspec.experiments.chaos.FaultKind.WORKSPACES_DELETED;

import io.rrrspec.common.redis.Keys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What happens to the workspaces of workers and to the files that workers keep for others. */
final class ArtifactFaults {
  private static final String OWN = ".rrrspec-java";

  private final Cluster cluster;
  private final View view;
  private final Random random;
  private final int run;

  ArtifactFaults(Cluster cluster, Random random, int run) {
    this.cluster = cluster;
    this.view = cluster.view();
    this.random = random;
    this.run = run;
  }

  /** Deletes the workspaces of a worker that has no run, as somebody does who needs the room. */
  @Nullable Fault deleteWorkspaces() {
    for (Daemon worker : shuffled()) {
      if (worker.isTaken() || !cluster.beats(worker)) {
        continue;
      }
      // It must not take a run meanwhile; it stands still for much less than a heartbeat lives.
      worker.signal("STOP");
      try {
        if (isIdle(cluster.key(worker)) && deleteAll(directory(worker))) {
          return new Fault(WORKSPACES_DELETED, worker.name(), run).unmeasured();
        }
      } finally {
        worker.signal("CONT");
      }
    }
    return null;
  }

  private boolean isIdle(String worker) {
    return view.field(worker, "taskset").isEmpty()
        && !view.redis().exists(Keys.reservation(worker))
        && view.redis().llen(Keys.workerQueue(worker)) == 0;
  }

  private static boolean deleteAll(Path directory) {
    boolean found = false;
    for (Path workspace : list(directory)) {
      if (!workspace.getFileName().toString().equals(OWN) && Files.isDirectory(workspace)) {
        Place.delete(workspace);
        found = true;
      }
    }
    return found;
  }

  /** Turns the bits of one byte in a file that a worker keeps for others. */
  @Nullable Fault corruptCache() {
    for (Daemon worker : shuffled()) {
      List<Path> files = new ArrayList<>(cached(directory(worker)));
      if (!files.isEmpty()) {
        Path file = files.get(random.nextInt(files.size()));
        return corrupt(file, random)
            ? new Fault(CACHE_CORRUPTED, worker.name() + " " + file.getFileName(), run).unmeasured()
            : null;
      }
    }
    return null;
  }

  /** Whether a worker keeps files for others. */
  boolean serves(Daemon worker) {
    return !cached(directory(worker)).isEmpty();
  }

  /** The files in the cache of a worker, in any order; none if it has no cache. */
  static List<Path> cached(Path workingDir) {
    return list(workingDir.resolve(OWN).resolve("artifacts/content")).stream()
        .filter(Files::isRegularFile)
        .toList();
  }

  /** Turns the bits of one byte; false if the file is empty or gone by now. */
  static boolean corrupt(Path file, Random random) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (channel.size() == 0) {
        return false;
      }
      long at = random.nextLong(channel.size());
      ByteBuffer one = ByteBuffer.allocate(1);
      if (channel.read(one, at) < 1) {
        return false;
      }
      one.put(0, (byte) ~one.get(0)).rewind();
      channel.write(one, at);
      return true;
    } catch (IOException e) {
      return false; // the worker has removed it
    }
  }

  private Path directory(Daemon worker) {
    return cluster.place().path("work/" + worker.name());
  }

  private List<Daemon> shuffled() {
    List<Daemon> workers = new ArrayList<>(cluster.workers());
    Collections.shuffle(workers, random);
    return workers;
  }

  private static List<Path> list(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
