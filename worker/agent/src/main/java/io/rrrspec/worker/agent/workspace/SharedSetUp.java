package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.files.Sha256;
import io.rrrspec.common.model.WantedWorkspace;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.store.ArtifactStore.Maker;
import io.rrrspec.worker.agent.artifact.Held;
import io.rrrspec.worker.agent.artifact.Peers;
import java.io.IOException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A set-up that is done once: the first worker does it and gives its workspace to the others, which
 * unpack it in place of a set-up of their own. Whatever goes wrong with that, a worker sets up
 * itself.
 */
final class SharedSetUp implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SharedSetUp.class);

  /** Seldom enough for Redis, and short beside a set-up. */
  private static final long LOOK_EVERY_MILLIS = 250;

  private final Peers peers;
  private final WorkspaceRequest request;
  private final Workspace workspace;
  private final PackedWorkspace packed;
  private final String name;
  private final boolean isReady;

  private SharedSetUp(
      Peers peers,
      WorkspaceRequest request,
      Workspace workspace,
      PackedWorkspace packed,
      String name,
      boolean isReady) {
    this.peers = peers;
    this.request = request;
    this.workspace = workspace;
    this.packed = packed;
    this.name = name;
    this.isReady = isReady;
  }

  /**
   * That of a request; null if it is not shared.
   *
   * @param was the artifact that the workspace is before it is made ready; null: none
   */
  static @Nullable SharedSetUp of(
      Peers peers,
      WorkspaceRequest request,
      Workspace workspace,
      @Nullable String was,
      WorkerDirectory dir) {
    WantedWorkspace wanted = request.wishes().workspace();
    if (wanted == null || !wanted.shared()) {
      return null;
    }
    try {
      PackedWorkspace packed = new PackedWorkspace(request, workspace, dir.incoming());
      boolean isReady = wanted.name().equals(was);
      return new SharedSetUp(peers, request, workspace, packed, name(request, wanted), isReady);
    } catch (IOException e) {
      log.warn("taskset {}: its set-up is not shared: {}", request.taskset().key(), e.toString());
      return null;
    }
  }

  /** Others than the same sources, set-up and platform make something else. */
  private static String name(WorkspaceRequest request, WantedWorkspace wanted) throws IOException {
    MessageDigest digest = Sha256.begin();
    Sha256.add(digest, "1");
    Sha256.add(digest, wanted.name());
    Sha256.add(digest, System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    Sha256.add(digest, SetUpInputs.jdk(request));
    Sha256.add(digest, request.environment().getOrDefault("NUM_SLAVES", ""));
    return Artifact.setup(HexFormat.of().formatHex(digest.digest()));
  }

  /**
   * Gets the workspace from another worker, if that is faster than a set-up here. It may wait for
   * one that is about to be made.
   *
   * @return null: the workspace is what it was, and is to be set up here
   */
  @Nullable ReceivedSetUp receive() throws InterruptedException {
    try {
      return receiveOrMake();
    } catch (RuntimeException e) {
      forget(e);
      return null;
    }
  }

  /** What is damaged in Redis must not keep a worker from setting up itself. */
  private void forget(RuntimeException e) {
    if (!Damage.isCauseOf(e)) {
      throw e;
    }
    log.error("taskset {}: its set-up is not shared: {}", request.taskset().key(), e.getMessage());
  }

  private @Nullable ReceivedSetUp receiveOrMake() throws InterruptedException {
    String waited = "";
    boolean failed = false;
    // Most probably nothing is to be done: then nobody is to wait for it.
    while (!isReady) {
      Optional<Maker> maker = peers.otherMaker(name);
      switch (choice(maker, failed)) {
        case FETCH -> {
          ReceivedSetUp received = fetch();
          if (received != null) {
            return received;
          }
          failed = true;
        }
        case WAIT -> {
          String by = maker.map(Maker::worker).orElse("");
          if (!by.equals(waited)) {
            request.lines().accept("waits for the worker " + by + ", which sets up the same");
            waited = by;
          }
          pause();
        }
        case BUILD -> {
          // Who begins at the same moment finds this one, unless that is too slow to wait for.
          if (peers.make(name) || maker.isPresent() || workspace.isSetUp()) {
            return null;
          }
        }
      }
    }
    return null;
  }

  private SetUpChoice choice(Optional<Maker> maker, boolean failed) {
    return SetUpChoice.of(
        new SetUpChoice.Known(
            failed ? null : peers.bytes(name).orElse(null),
            maker.map(Maker::age).orElse(null),
            peers.setUpTime(request.taskset().rsyncName()).orElse(null),
            peers.bytesPerSecond(),
            workspace.isSetUp()));
  }

  private void pause() throws InterruptedException {
    Thread.sleep(LOOK_EVERY_MILLIS);
    if (request.programs().hasEnded()) {
      throw new InterruptedException("ended");
    }
  }

  private @Nullable ReceivedSetUp fetch() throws InterruptedException {
    long begun = System.nanoTime();
    Optional<Held> held = peers.fetch(name);
    if (held.isEmpty()) {
      request.lines().accept("nobody could give the prepared workspace");
      return null;
    }
    try (Held one = held.get()) {
      ReceivedSetUp received = packed.unpack(one.file());
      request
          .lines()
          .accept(
              "has fetched the workspace that %s has set up: %,d kB in %d ms"
                  .formatted(
                      received.giver(),
                      one.content().bytes() / 1_000,
                      (System.nanoTime() - begun) / 1_000_000));
      return received;
    } catch (IOException | RrrspecException e) {
      String why = "the workspace of another worker is of no use: " + e.getMessage();
      request.lines().accept(why);
      OwnWorkspace.tell(request, why);
      // It would be of no use the next time, either, nor to others.
      peers.drop(name);
      return null;
    }
  }

  /**
   * Gives the workspace to others, now that it is set up and no test has run in it.
   *
   * @param took how long set-up took
   * @param prepared whether it has prepared a Maven project
   */
  void give(Duration took, boolean prepared) {
    try {
      long begun = System.nanoTime();
      long bytes = packed.pack(peers.begin(name), prepared);
      request
          .lines()
          .accept(
              "gives its workspace to other workers: %,d kB, packed in %d ms"
                  .formatted(bytes / 1_000, (System.nanoTime() - begun) / 1_000_000));
      // Only now: until here, who waits goes by what was usual before.
      peers.noteSetUp(request.taskset().rsyncName(), took);
    } catch (IOException | RrrspecException e) {
      String why = "cannot give its workspace to other workers: " + e.getMessage();
      request.lines().accept(why);
      OwnWorkspace.tell(request, why);
    } catch (RuntimeException e) {
      forget(e);
    }
  }

  /** Nobody waits for this worker any more. */
  @Override
  public void close() {
    try {
      peers.made(name);
    } catch (RuntimeException e) {
      forget(e);
    }
  }
}
