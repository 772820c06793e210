package io.rrrspec.experiments.fuzz;

import io.rrrspec.client.remote.Listings;
import io.rrrspec.client.remote.Show;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.LaunchStore;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.experiments.fuzz.Installation.Runs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The parts that read Redis besides the loops of servers: clients, workers, slaves, pages. */
final class Readers {
  private static final Duration LONG = Duration.ofHours(1);
  private static final int PAGES = 2;

  private final Stage stage;
  private final Stores stores;
  private final Settings settings;

  private interface Reading {
    void run() throws Exception;
  }

  Readers(Stage stage) {
    this.stage = stage;
    this.stores = stage.stores();
    this.settings = stage.settings();
  }

  /** Lets some of them read what is there. */
  void read(Draw draw, Runs runs) throws Exception {
    if (draw.oneIn(2)) {
      client(draw, draw.oneIn(3) ? runs.over() : runs.bad());
    }
    worker(runs.bad());
    for (int i = 0; i < PAGES; i++) {
      page(draw, runs);
    }
  }

  /** What is refused is said in one line; what is damaged is, too. */
  private static void bear(String who, Reading reading) throws IOException {
    try {
      reading.run();
    } catch (RrrspecException | IOException e) {
      Harm.unless(!String.valueOf(e.getMessage()).isBlank(), who + " refuses without a word");
    } catch (Harm e) {
      throw e;
    } catch (Exception e) {
      if (!Damage.isCauseOf(e)) {
        throw new Harm(who + " throws " + e.getClass().getSimpleName(), e);
      }
    }
  }

  private void client(Draw draw, String run) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal plain = new Terminal(false, new Style(100, false, true));
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            plain,
            plain,
            Map.of());
    boolean json = draw.oneIn(3);
    switch (draw.below(4)) {
      case 0 -> bear("client actives", () -> new Listings(console).actives(settings));
      case 1 -> bear("client nodes", () -> new Listings(console).nodes(settings));
      default ->
          bear(
              "client show",
              () ->
                  new Show(console)
                      .run(
                          settings,
                          run,
                          new Show.Manner(draw.oneIn(2), draw.oneIn(2), json, 1, false, null)));
    }
    Printed.requireHarmless("the answer of a client", out.toString(StandardCharsets.UTF_8));
    Printed.requireHarmless("what a client says", err.toString(StandardCharsets.UTF_8));
  }

  /** What a worker and its slaves ask for, in their order. */
  private void worker(String run) throws IOException {
    String worker = stores.keys().worker("idle1");
    String slave = Keys.slave(worker, "77");
    bear("a worker", () -> stores.tasksets().find(run));
    bear("a worker", () -> stores.tasksets().setupWishes(run));
    bear("a worker", () -> stores.tasksets().selection(run));
    bear("a worker", () -> stores.tasksets().jdks(run));
    bear("a worker", () -> stores.tasksets().collect(run));
    bear("a worker", () -> stores.tasksets().repeat(run));
    bear("a worker", () -> stores.workers().heldTaskset(worker));
    bear("a worker", () -> stores.workers().take(worker, run));
    bear("a worker", () -> stores.slaveNumbers());
    bear("a worker", () -> stores.artifacts().places("workspace-x"));
    bear("a worker", () -> stores.launches().choose(new LaunchStore.Place(run, worker, 0, 1)));
    bear("a worker", () -> stores.slaves().ghosts(run, worker, List.of()));
    bear("a slave", () -> slave(run, slave));
    bear("a client", () -> stores.estimates().find("test-class"));
    bear("a client", () -> stores.estimates().shares("test-class"));
    bear("a client", () -> stores.culprits().find("test-class"));
    bear("a client", () -> stores.affinities().find("test-class"));
    bear("a client", () -> stores.partTimes().find("test-class"));
    bear("a client", () -> stores.collected().parts(run));
    bear("a client", () -> stores.tasksets().progress(run));
    bear("a client", () -> stores.queues().read());
    bear("a client", () -> stores.flowKeys(null));
    bear("a client", () -> stores.requests().find(Installation.REQUEST));
    bear("a client", () -> stores.flows(FlowKeys.ofService(stores.keys())).find(Installation.FLOW));
    bear("a worker", () -> stores.workers().leave(worker, run, "", true, LONG));
  }

  private void slave(String run, String slave) {
    long life = stores.slaves().register(slave, run, "host", true).orElse(-1);
    if (life >= 0 && stores.trials().claim(run, slave, life) instanceof Claim.Run given) {
      stores.trials().badBeside(given.trial(), Keys.taskOf(given.trial()));
      stores
          .slaves()
          .end(
              slave,
              run,
              new SlaveStore.End(
                  SlaveStatus.FAILURE_EXIT, TrialStatus.ERROR, true, "gone", "", life),
              LONG);
    }
  }

  private void page(Draw draw, Runs runs) throws IOException {
    String id = Keys.lastPart(draw.oneIn(3) ? runs.over() : runs.bad());
    String path =
        draw.one(Ports.viewerRoutes())
            .replaceAll("\\{(id|run)}", id)
            .replace("{name}", "pr")
            .replace("{flow}", Installation.FLOW)
            .replace("{request}", Installation.REQUEST)
            .replaceAll("\\{(task|trial)}", id + "-1-0");
    String query = path.contains("/task") ? "?name=" + Installation.RED : "";
    byte[] answer = RawHttp.exchange(stage.viewerPort(), RawHttp.get(path + query));
    int status = RawHttp.status(answer);
    Harm.unless(
        status > 0 && status < 500, "the viewer answers " + status + " for " + shape(path, id));
    if (draw.oneIn(4)) {
      String of =
          draw.one(
              List.of(
                  "/metrics",
                  "/queues",
                  "/queues/pr/jobs",
                  "/request",
                  "/flows/nightly",
                  "/jobs/1",
                  "/job/reports"));
      int code = RawHttp.status(RawHttp.exchange(stage.serverPort(), RawHttp.get(of)));
      Harm.unless(code > 0 && code < 500, "the server answers " + code + " for " + of);
    }
  }

  private static String shape(String path, String id) {
    return path.replace(id, "ID");
  }
}
