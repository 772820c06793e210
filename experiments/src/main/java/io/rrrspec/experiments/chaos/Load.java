package io.rrrspec.experiments.chaos;

import io.rrrspec.common.files.Sha256;
import io.rrrspec.common.queue.Share;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Clients that start one run after the other, so that there is work as long as faults happen. */
final class Load implements AutoCloseable {
  private static final int SLOTS = 3;

  /** The first has a guarantee, the second a limit. */
  private static final List<String> QUEUES = List.of("guaranteed", "limited");

  /**
   * The place of the runs with test classes. Every second run has several modules, with classes of
   * all kinds. The others have one module. In every third run they are of all kinds; else, and
   * every second time there, some of them fail only after others.
   */
  private static final int JUNIT = SLOTS;

  /** The place of flows whose steps have inputs and outputs. */
  private static final int FLOW = SLOTS + 1;

  /** The place of runs of classes in parts. */
  private static final int DIVIDED = FLOW + 1;

  /** Enough that a sync needs room on the disk. */
  private static final int SOURCE_BYTES = 300_000;

  private final Cluster cluster;
  private final int run;
  private final Random random;
  private final Thread thread = new Thread(this::keepBusy, "load");
  private final List<Client> clients = new CopyOnWriteArrayList<>();
  private volatile boolean stopping;
  private int count;

  private Load(Cluster cluster, int run, long seed) {
    this.cluster = cluster;
    this.run = run;
    this.random = new Random(seed);
    this.thread.setDaemon(true);
  }

  static Load start(Cluster cluster, int run, long seed) {
    Load load = new Load(cluster, run, seed);
    load.thread.start();
    return load;
  }

  private void keepBusy() {
    Slot[] slots = new Slot[DIVIDED + 1];
    while (!stopping) {
      for (int i = 0; i < slots.length && !stopping; i++) {
        if (slots[i] == null || slots[i].isFree()) {
          slots[i] = new Slot(startNext(i));
        }
      }
      Pause.millis(100);
    }
    for (Slot slot : slots) {
      while (slot != null && slot.started.isAlive()) {
        Pause.millis(50);
      }
    }
  }

  /** One place for a run: its rsync_name belongs to one run at a time. */
  private final class Slot {
    private final Started started;

    Slot(Started started) {
      this.started = started;
    }

    boolean isFree() {
      if (started.isAlive()) {
        return false;
      }
      String key = started.key();
      try {
        // It may have activated its run and not heard of it. Of a flow it is an id.
        return key.isEmpty() || !key.contains(":") || !cluster.view().active().contains(key);
      } catch (RuntimeException e) {
        return false; // Redis is away
      }
    }
  }

  /** Again and again: Redis may lose them. */
  private boolean areQueuesSetUp() {
    try {
      cluster
          .view()
          .queues()
          .change(
              setup ->
                  setup.find(QUEUES.get(0)).isPresent()
                      ? setup
                      : setup
                          .create(QUEUES.get(0))
                          .rate(QUEUES.get(0), Share.parse("50%"))
                          .create(QUEUES.get(1))
                          .ceil(QUEUES.get(1), Share.parse("1")));
      return true;
    } catch (RuntimeException e) {
      return false; // Redis is away
    }
  }

  private Started startNext(int slot) {
    String name = nextName();
    if (slot == DIVIDED) {
      return DividedRun.start(cluster, name, queue(), random);
    }
    if (slot == FLOW) {
      return startFlow(name);
    }
    if (slot == JUNIT && random.nextBoolean()) {
      JUnitProject.installModules(cluster.place().directory("sources/modules"));
      Map<String, String> settings = settings("modules", name, JUnitProject.drawOfModules(random));
      settings.put("setup_command", "rrrspec-java prepare");
      return start(name, settings, "--key-only");
    }
    if (slot == JUNIT) {
      Path sources = cluster.place().directory("sources/junit");
      JUnitProject.install(sources);
      boolean inOrder = run % 3 != 0 || random.nextBoolean();
      List<String> classes = inOrder ? JUnitProject.drawInOrder(random) : JUnitProject.draw(random);
      Map<String, String> settings = settings("junit", name, classes);
      settings.put("setup_command", "rrrspec-java prepare");
      if (inOrder) {
        settings.put("max_trials", Integer.toString(OrderCheck.MAX_TRIALS));
        // What is known of a class keeps it from failing: half of the runs know nothing.
        settings.put("taskset_class", random.nextBoolean() ? "chaos-order" : "chaos-" + name);
      }
      return start(name, settings, "--key-only");
    }
    List<String> tasks = KnownTasks.draw(random, name, 15 + random.nextInt(30));
    return start(name, commands("slot-" + slot, tasks), "--key-only");
  }

  /** Two of three flows have the inputs of one before. */
  private Client startFlow(String name) {
    Path sources = cluster.place().directory("sources/flow");
    Path changes = sources.resolve("changes");
    try {
      if (random.nextInt(3) == 0 || !Files.exists(changes)) {
        byte[] bytes = new byte[SOURCE_BYTES];
        random.nextBytes(bytes);
        Files.write(changes, bytes);
      }
      String token = "f" + HexFormat.of().formatHex(Sha256.ofFile(changes)).substring(0, 12);
      Path flow = KnownTasks.installFlow(sources, cluster.place().path("state"), token);
      return random.nextInt(5) == 0 ? startFlow(name, flow, "--no-cache") : startFlow(name, flow);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Client start(String name, Map<String, String> settings, String... options) {
    return kept(Client.start(cluster, name, settings, options));
  }

  private Client startFlow(String name, Path flow, String... options) {
    return kept(Client.startFlow(cluster, name, flow, options));
  }

  private Client kept(Client client) {
    clients.add(client);
    return client;
  }

  /** All that were started and not killed. */
  List<Client> clients() {
    return clients.stream().filter(client -> !client.isKilled()).toList();
  }

  /** A client that waits for its run. */
  Client waitingClient(Random ofFault) {
    String name = nextName();
    List<String> tasks = KnownTasks.draw(ofFault, name, 6);
    boolean green = tasks.stream().allMatch(task -> KnownTasks.outcome(task).equals("passed"));
    return start(name, commands("waits-" + name, tasks), "--wait").mustBe(green);
  }

  /** A client whose run one worker sets up for the others, as that takes long. */
  Client sharingClient(Random ofFault) {
    String name = nextName();
    Map<String, String> settings = commands("waits-" + name, KnownTasks.draw(ofFault, name, 30));
    settings.put("setup_command", "sleep 5; cp changes made");
    settings.put("setup_artifact", "true");
    return start(name, settings, "--key-only");
  }

  /** A client that is about to be killed; its run goes on without it, if there is one. */
  Client killedClient(Random ofFault) {
    String name = nextName();
    List<String> tasks = KnownTasks.draw(ofFault, name, 6);
    return start(name, commands("killed-" + run, tasks), "--wait", "--detach");
  }

  private synchronized String nextName() {
    count++;
    return "r" + run + "-" + count;
  }

  private Map<String, String> commands(String rsyncName, List<String> tasks) {
    Path sources = cluster.place().directory("sources/" + rsyncName);
    KnownTasks.install(sources);
    Path changes = sources.resolve("changes");
    // Half of the runs have the sources of the one before: their workspaces can be used again.
    if (!Files.exists(changes) || random.nextBoolean()) {
      byte[] bytes = new byte[SOURCE_BYTES];
      random.nextBytes(bytes);
      try {
        Files.write(changes, bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    // The variables belong to the workspace: commands know their run by their names.
    Map<String, String> settings = settings(rsyncName, rsyncName, tasks);
    settings.put("runner", "command");
    settings.put("setup_command", "sleep 0.3; cp changes made");
    // A file in place of a set-up: it is worth to be fetched only in the beginning.
    settings.put("setup_artifact", Boolean.toString(random.nextBoolean()));
    return settings;
  }

  /** The queue of a run; null: none is named. */
  private @Nullable String queue() {
    boolean named = random.nextBoolean() && areQueuesSetUp();
    return named ? QUEUES.get(random.nextInt(QUEUES.size())) : null;
  }

  private Map<String, String> settings(String rsyncName, String chaosRun, List<String> tasks) {
    Map<String, String> settings = new LinkedHashMap<>();
    String queue = queue();
    if (queue != null) {
      settings.put("queue", queue);
    }
    settings.put("packaging_dir", cluster.place().path("sources/" + rsyncName).toString());
    settings.put("rsync_name", rsyncName);
    settings.put("taskset_class", "chaos");
    settings.put("max_trials", Integer.toString(KnownTasks.MAX_TRIALS));
    // Most tasks fail here, and how each ends must not hang on which came first.
    settings.put("max_retries_total", "1000");
    settings.put("max_workers", "2");
    settings.put(
        "env", "{CHAOS_STATE: " + cluster.place().path("state") + ", CHAOS_RUN: " + chaosRun + "}");
    settings.put(
        "spec_files",
        tasks.stream().map(t -> "'" + t + "'").collect(Collectors.joining(", ", "[", "]")));
    return settings;
  }

  /** No run is started any more; those that have begun go on. */
  @Override
  public void close() {
    stopping = true;
    try {
      thread.join(30_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
