package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.artifact.ArtifactCache;
import io.rrrspec.worker.agent.artifact.Peers;
import io.rrrspec.worker.agent.artifact.ServedAt;
import io.rrrspec.worker.agent.http.ArtifactServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Workers that give each other artifacts: each has its directory, its cache and its HTTP port;
 * Redis is real.
 */
final class Hosts implements AutoCloseable {
  private final TestRedis testRedis;
  private final Path base;
  private final ArtifactStore store;
  private final WorkerStore workers;
  private final List<AutoCloseable> opened = new ArrayList<>();

  /** Without workers. */
  Hosts(TestRedis testRedis, Path base) {
    this.testRedis = testRedis;
    this.base = base;
    this.store = new ArtifactStore(testRedis.connection(), testRedis.keys());
    this.workers = new WorkerStore(testRedis.connection(), testRedis.keys());
  }

  /** One more worker, which has nothing yet. */
  Host open(String name) throws IOException {
    return new Host(name);
  }

  /** A worker as the others see it. */
  final class Host {
    final String key;
    final Sandbox box;
    final ArtifactCache cache;
    final Peers peers;

    private Host(String name) throws IOException {
      key = testRedis.keys().worker(name);
      box = new Sandbox(base, name);
      opened.add(box);
      cache = ArtifactCache.open(box.dir.artifacts(), 1_000_000_000, InstantSource.system());
      peers = new Peers(key, "host", store, cache, this::open);
      peers.onChange(this::announce);
      box.peers = peers;
      box.workerKey = key;
      // Nothing renews it here.
      workers.claim(key, "owner", "default", "host", Duration.ofMinutes(10));
    }

    private ServedAt open() {
      ArtifactServer server = ArtifactServer.start("127.0.0.1", 0, "secret", cache);
      opened.add(server);
      return new ServedAt("127.0.0.1:" + server.port(), "secret");
    }

    private void announce() {
      peers.servedAt().ifPresent(at -> store.serve(key, "owner", at.address(), at.token()));
      store.announce(key, peers.holdings());
    }
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable one : opened) {
      one.close();
    }
  }
}
