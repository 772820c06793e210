package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.FaultKind.PERSISTER_KILLED;
import static io.rrrspec.experiments.chaos.FaultKind.SERVER_KILLED;
import static io.rrrspec.experiments.chaos.FaultKind.SERVER_STOPPED;

import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What happens to servers and persisters. */
final class ServerFaults {
  private final Cluster cluster;
  private final View view;
  private final Random random;
  private final int run;

  ServerFaults(Cluster cluster, Random random, int run) {
    this.cluster = cluster;
    this.view = cluster.view();
    this.random = random;
    this.run = run;
  }

  private @Nullable Daemon server() {
    Daemon server = cluster.servers().get(random.nextInt(cluster.servers().size()));
    return cluster.beats(server) && server.take() ? server : null;
  }

  @Nullable Fault killServer() {
    return kill(SERVER_KILLED, server());
  }

  @Nullable Fault killPersister() {
    Daemon persister = cluster.persister();
    return kill(PERSISTER_KILLED, cluster.beats(persister) && persister.take() ? persister : null);
  }

  private @Nullable Fault kill(FaultKind kind, @Nullable Daemon daemon) {
    if (daemon == null) {
      return null;
    }
    String key = cluster.key(daemon);
    daemon.restartIn(300 + random.nextInt(5_000));
    daemon.signal("KILL");
    return new Fault(kind, daemon.name(), run)
        .watch(() -> view.isForgotten(key))
        .then(daemon::release);
  }

  @Nullable Fault stopServer() {
    Daemon server = server();
    if (server == null) {
      return null;
    }
    String key = cluster.key(server);
    server.signal("STOP");
    cluster.heal(
        WorkerFaults.STOP_MILLIS,
        () -> {
          server.signal("CONT");
          server.release();
        });
    return new Fault(SERVER_STOPPED, server.name(), run).watch(() -> view.isForgotten(key));
  }
}
