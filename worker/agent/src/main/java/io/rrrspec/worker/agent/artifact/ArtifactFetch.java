package io.rrrspec.worker.agent.artifact;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.ArtifactPlace;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches artifacts from other workers into the cache: one fetch for all who ask for the same. A
 * worker that refuses, breaks off, is too slow or gives something else is passed over.
 */
public final class ArtifactFetch {
  private static final Logger log = LoggerFactory.getLogger(ArtifactFetch.class);

  /** Who gave it a moment ago may have removed it, and others may have it now. */
  private static final int ROUNDS = 2;

  private final ArtifactCache cache;
  private final Map<String, Flight> flights = new HashMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private final TransferRate rate = new TransferRate();

  /** One fetch that goes on. */
  private static final class Flight {
    private final CompletableFuture<Boolean> end = new CompletableFuture<>();
    private final Transfer transfer = new Transfer();
    private int askers;
  }

  public ArtifactFetch(ArtifactCache cache) {
    this.cache = cache;
  }

  /**
   * Fetches an artifact, unless it is here.
   *
   * @param places who gives it; asked again when all have failed
   * @return empty: nobody could give it
   * @throws InterruptedException if this thread is interrupted; the fetch goes on if others ask for
   *     the same
   */
  public Optional<Held> fetch(String name, Supplier<List<ArtifactPlace>> places)
      throws InterruptedException {
    Optional<Held> here = cache.use(name);
    if (here.isPresent()) {
      return here;
    }
    Flight flight = board(name, places);
    try {
      return flight.end.get() ? cache.use(name) : Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      leave(flight);
    }
  }

  private synchronized Flight board(String name, Supplier<List<ArtifactPlace>> places) {
    Flight flight = flights.get(name);
    if (flight == null) {
      Flight fresh = new Flight();
      flights.put(name, fresh);
      Thread thread = new Thread(() -> fly(name, places, fresh), "artifact-fetch");
      thread.setDaemon(true);
      thread.start();
      flight = fresh;
    }
    flight.askers++;
    return flight;
  }

  private synchronized void leave(Flight flight) {
    flight.askers--;
    if (flight.askers == 0) {
      flight.transfer.cancel();
    }
  }

  private void fly(String name, Supplier<List<ArtifactPlace>> places, Flight flight) {
    boolean here = false;
    try {
      for (int round = 0; round < ROUNDS && !here && !flight.transfer.isCancelled(); round++) {
        for (ArtifactPlace place : places.get()) {
          here = here || fetch(name, place, flight.transfer);
        }
      }
    } catch (RuntimeException e) {
      log.warn("artifact {}: cannot be fetched: {}", name, e.toString());
    } finally {
      synchronized (this) {
        flights.remove(name);
      }
      flight.end.complete(here);
    }
  }

  private boolean fetch(String name, ArtifactPlace place, Transfer transfer) {
    if (transfer.isCancelled()) {
      return false;
    }
    long begun = System.nanoTime();
    try (Draft draft = cache.begin(name)) {
      transfer.run(name, place, draft);
      if (!draft.content().equals(place.content())) {
        throw new IOException("its digest is not the one that was announced");
      }
      draft.commit();
      long took = System.nanoTime() - begun;
      bytes.addAndGet(place.content().bytes());
      rate.add(place.content().bytes(), took);
      log.info(
          "artifact {}: fetched from {}, {} bytes in {} ms",
          name,
          place.workerKey(),
          place.content().bytes(),
          took / 1_000_000);
      return true;
    } catch (IOException | ServiceException e) {
      log.warn(
          "artifact {}: {} at {} does not give it: {}",
          name,
          place.workerKey(),
          place.address(),
          e.getMessage() == null ? e.toString() : e.getMessage());
      return false;
    }
  }

  /** How many bytes were fetched. */
  public long fetchedBytes() {
    return bytes.get();
  }

  /** How fast artifacts came lately. */
  public long bytesPerSecond() {
    return rate.bytesPerSecond();
  }
}
