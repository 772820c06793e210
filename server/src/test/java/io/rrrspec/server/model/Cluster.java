package io.rrrspec.server.model;

import io.rrrspec.server.model.Step.Kind;
import io.rrrspec.server.model.World.Doing;
import io.rrrspec.server.model.World.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** All processes of a run: what each of them may do next. */
final class Cluster {
  final Bounds bounds;
  final Scripts scripts;
  final WorkerScripts workerScripts;
  private final SlaveSteps slaves;
  private final ForeignSteps foreign;
  private final WorkerSteps workers;
  private final ServerSteps servers;
  private final LostWrites lostWrites;

  Cluster(Scripts scripts, WorkerScripts workerScripts) {
    this.bounds = scripts.bounds;
    this.scripts = scripts;
    this.workerScripts = workerScripts;
    this.slaves = new SlaveSteps(scripts);
    this.foreign = new ForeignSteps(scripts);
    this.workers = new WorkerSteps(scripts, workerScripts);
    this.servers = new ServerSteps(scripts, workerScripts);
    this.lostWrites = new LostWrites(scripts);
  }

  /** The world at the beginning: the taskset is active, and all workers are there. */
  World begin() {
    World w = World.of(bounds);
    for (int n = 0; n < bounds.workers; n++) {
      workerScripts.claim(w, n);
      w.workers.get(n).phase = Phase.IDLE;
      if (!bounds.idleStart) {
        workerScripts.assign(w, n, n, bounds.workers);
        workerScripts.pop(w, n);
        workerScripts.take(w, n);
        workerScripts.markSetUp(w, n);
        w.workers.get(n).phase = Phase.SERVING;
      }
    }
    return w;
  }

  /** What may happen next. */
  List<Step> steps(World w) {
    List<Step> steps = new ArrayList<>();
    for (int p = 0; p < bounds.places(); p++) {
      if (bounds.isForeign(p)) {
        foreign.add(w, p, steps);
      } else {
        slaves.add(w, p, steps);
      }
    }
    for (int n = 0; n < bounds.workers; n++) {
      workers.add(w, n, steps);
    }
    servers.add(w, steps);
    return lostWrites.with(w, steps);
  }

  /** Whether the run is over, nothing is in anybody's hands, and everybody has gone home. */
  static boolean isHome(World w) {
    return w.status.isFinal()
        && w.echo == null
        && w.cancel.isNowhere()
        && w.check.isNowhere()
        && w.tasks.stream().allMatch(t -> t.trials.stream().allMatch(r -> r.mail.isNowhere()))
        && w.slaves.stream().allMatch(s -> s.doing == Doing.NOTHING)
        && w.workers.stream().allMatch(Cluster::isHome);
  }

  private static boolean isHome(World.Worker k) {
    return k.phase == Phase.DOWN
        || (k.phase == Phase.IDLE && !(k.serves && k.owner == World.Owner.THIS));
  }

  /** A fault, if the budget allows one. */
  static void crash(World w, List<Step> steps, Supplier<String> words, Consumer<World> effect) {
    if (w.crashes > 0) {
      steps.add(
          new Step(
              Kind.FAULT,
              words,
              x -> {
                x.crashes--;
                effect.accept(x);
              }));
    }
  }

  /** A call, whose answer may be lost: then its caller makes it again. */
  static <A> void call(
      World w,
      List<Step> steps,
      Supplier<String> words,
      Function<World, A> redis,
      BiConsumer<World, A> told) {
    call(w, steps, Kind.FAIR, words, redis, told);
  }

  /** The same, of a step that is not simply fair. */
  static <A> void call(
      World w,
      List<Step> steps,
      Kind kind,
      Supplier<String> words,
      Function<World, A> redis,
      BiConsumer<World, A> told) {
    steps.add(new Step(kind, words, x -> told.accept(x, redis.apply(x))));
    if (w.lostAnswers > 0) {
      steps.add(
          new Step(
              Kind.FAULT,
              () -> words.get() + "; the answer is lost",
              x -> {
                x.lostAnswers--;
                var unused = redis.apply(x);
              }));
    }
  }
}
