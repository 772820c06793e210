package io.rrrspec.client.remote;

import io.rrrspec.client.collect.CollectedFiles;
import io.rrrspec.client.collect.Collecting;
import io.rrrspec.client.source.OwnFiles;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.model.CollectRequest;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.rsync.RsyncRemoval;
import io.rrrspec.common.store.CollectStore;
import io.rrrspec.common.store.CollectStore.Part;
import io.rrrspec.common.store.CollectStore.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Brings the files of a run that is over back from its workers. */
final class RunFiles {
  /** A little longer than a worker takes to send them. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(150);

  private static final Duration LOOK_EVERY = Duration.ofMillis(200);
  private static final Duration LONGEST_REMOVAL = Duration.ofSeconds(30);

  private final Fleet fleet;
  private final String key;
  private final Path directory;
  private final BooleanSupplier stop;
  private final Collecting collecting;

  /**
   * Of one run.
   *
   * @param key of the taskset, which is over
   * @param directory of the sources, where the files go; absolute
   * @param stop whether to give up; looked at all the time
   */
  RunFiles(Fleet fleet, String key, CollectRequest request, Path directory, BooleanSupplier stop) {
    this.fleet = fleet;
    this.key = key;
    this.directory = directory;
    this.stop = stop;
    this.collecting = new Collecting(request, directory);
  }

  /** Brings them, and returns what a person has to know: a line about all, then what is missing. */
  List<String> bring() {
    List<String> lines = new ArrayList<>();
    try {
      List<Part> sent = sent();
      CollectedFiles files = new CollectedFiles(0, 0, Set.of());
      if (!sent.isEmpty()) {
        RsyncInfo place = fleet.target();
        files = collecting.take(key, sent, place, OwnFiles.of(directory, place), stop);
        if (!stop.getAsBoolean() && !fleet.stores().clients().isShared(key)) {
          sent.stream().filter(collecting::isTaken).forEach(part -> remove(place, part));
          if (!sent.stream().allMatch(collecting::isTaken)) {
            collecting.say(
                "what was not collected stays there for a day: rrrspec-java client waitfor "
                    + key
                    + " with the same 'collect' fetches it again");
          }
        }
      }
      if (files.files() > 0 || collecting.lines().isEmpty()) {
        lines.add(files.line());
      }
    } catch (RrrspecException e) {
      collecting.say("files were not collected: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lines.addAll(collecting.lines());
    return lines;
  }

  /** Removes what was fetched. If that fails, a server removes it a day later. */
  private void remove(RsyncInfo place, Part part) {
    String directory = CollectStore.directory(key, part.name());
    if (RsyncRemoval.of(place, directory, LONGEST_REMOVAL).isEmpty()) {
      fleet.stores().collected().removed(directory);
    }
  }

  /** The parts whose files are there, once no more will come. */
  private List<Part> sent() throws InterruptedException {
    long begun = System.nanoTime();
    List<Part> parts = List.of();
    boolean late = false;
    while (!late && !stop.getAsBoolean()) {
      try {
        parts = fleet.stores().collected().parts(key);
        if (parts.stream().noneMatch(this::comes)) {
          break;
        }
      } catch (RuntimeException e) {
        if (!Outage.isCauseOf(e)) {
          throw e;
        }
      }
      Thread.sleep(LOOK_EVERY.toMillis());
      late = System.nanoTime() - begun > LONGEST_WAIT.toNanos();
    }
    List<Part> sent = new ArrayList<>();
    for (Part part : parts) {
      switch (part.state()) {
        case SENT -> {
          sent.add(part);
          sayOf(part, part.note());
        }
        case NONE -> sayOf(part, part.note());
        case LOST -> sayOf(part, "its files are lost: " + part.note());
        case OPEN ->
            sayOf(
                part,
                late
                    ? "its files did not come within " + LONGEST_WAIT.toSeconds() + " s"
                    : "it ended before it sent its files: they are lost");
      }
    }
    return sent;
  }

  private boolean comes(Part part) {
    return part.state() == State.OPEN && fleet.stores().collected().isServedBy(key, part.worker());
  }

  private void sayOf(Part part, String what) {
    if (!what.isEmpty()) {
      collecting.say("worker " + part.name() + ": " + what);
    }
  }
}
