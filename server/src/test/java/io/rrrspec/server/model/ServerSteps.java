package io.rrrspec.server.model;

import io.rrrspec.server.model.Step.Kind;
import io.rrrspec.server.model.World.Mail;
import io.rrrspec.server.model.World.Task;
import io.rrrspec.server.model.World.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the arbiters of all servers do, and whichever server leads. That a server takes a message
 * and does it is one step: between the two nobody else can tell, unless it stops there. A judgement
 * that is asked for again, since its answer was lost, finds no message and does nothing.
 */
final class ServerSteps {
  private static final int LIVE = 0;

  /** So many messages a server has in its hands when it stops. */
  private static final int MOST_HELD = 2;

  private final Scripts scripts;
  private final LeaderSteps leader;

  ServerSteps(Scripts scripts, WorkerScripts workers) {
    this.scripts = scripts;
    this.leader = new LeaderSteps(scripts, workers);
  }

  /** A message: where its copies are, what it is called, and what doing it means. */
  private record Message(
      java.util.function.Function<World, Mail> mail,
      Supplier<String> words,
      java.util.function.BiConsumer<World, Integer> done) {}

  void add(World w, List<Step> steps) {
    List<Message> messages = messages(w, steps);
    for (int s = LIVE + 1; s < w.servers.size(); s++) {
      stopped(w, s, messages, steps);
    }
    for (Message m : messages) {
      serve(w, m, steps);
      if (w.duplicates > 0 && m.mail().apply(w).queued > 0) {
        steps.add(
            new Step(
                Kind.FAULT,
                () -> "the message " + m.words().get() + " comes twice",
                x -> {
                  x.duplicates--;
                  scripts.duplicate(x, m.mail().apply(x));
                }));
      }
    }
    if (w.cancels > 0 && !w.status.isFinal()) {
      steps.add(
          new Step(
              Kind.FAULT,
              () -> "the client asks to cancel",
              x -> {
                x.cancels--;
                scripts.askToCancel(x);
              }));
    }
    leader.add(w, steps);
  }

  private List<Message> messages(World w, List<Step> steps) {
    List<Message> messages = new ArrayList<>();
    if (!w.cancel.isNowhere()) {
      messages.add(new Message(x -> x.cancel, () -> "cancel", scripts::cancel));
    }
    if (!w.check.isNowhere()) {
      messages.add(new Message(x -> x.check, () -> "check", scripts::check));
    }
    for (int t = 0; t < w.tasks.size(); t++) {
      Task task = w.tasks.get(t);
      for (int n = 0; n < task.trials.size(); n++) {
        if (!task.trials.get(n).mail.isNowhere()) {
          messages.add(trial(t, n));
        }
        if (task.trials.get(n).mail.queued > 0 && mayEndASearch(w, task.trials.get(n))) {
          Message answer = answer(t, n);
          // It may never happen: with time enough, all must come to an end, too.
          steps.add(
              new Step(
                  Kind.FAULT,
                  () -> "a server does the message " + answer.words().get(),
                  x -> {
                    scripts.take(x, LIVE, answer.mail().apply(x));
                    answer.done().accept(x, LIVE);
                  }));
        }
      }
    }
    return messages;
  }

  private Message trial(int t, int n) {
    return new Message(
        x -> x.trial(t, n).mail,
        () -> scripts.bounds.task(t) + " trial " + n,
        (x, server) -> scripts.judge(x, server, t, n, false));
  }

  /** The answer of a probe, when there is no time for another one. */
  private Message answer(int t, int n) {
    return new Message(
        x -> x.trial(t, n).mail,
        () -> "task " + t + " trial " + n + ", and the time for the search is up",
        (x, server) -> scripts.judge(x, server, t, n, true));
  }

  private static boolean mayEndASearch(World w, Trial trial) {
    return trial.probe != World.Probe.NO
        && trial.verdict == null
        && !w.status.isFinal()
        && LookScripts.nothingElseIsLeft(w);
  }

  /** One of those that live takes a message and does it, or stops with it in its hands. */
  private void serve(World w, Message m, List<Step> steps) {
    if (m.mail().apply(w).queued == 0) {
      return;
    }
    steps.add(
        new Step(
            Kind.FAIR,
            () -> "a server does the message " + m.words().get(),
            x -> {
              scripts.take(x, LIVE, m.mail().apply(x));
              m.done().accept(x, LIVE);
            }));
    for (int s = LIVE + 1; s < w.servers.size(); s++) {
      int server = s;
      int holds = w.processing(s);
      if (holds == 0) {
        Cluster.crash(
            w,
            steps,
            () -> name(server) + " takes the message " + m.words().get() + " and stops",
            x -> scripts.take(x, server, m.mail().apply(x)));
      } else if (holds < MOST_HELD) {
        steps.add(
            new Step(
                Kind.FAULT,
                () -> name(server) + " had taken the message " + m.words().get() + ", too",
                x -> scripts.take(x, server, m.mail().apply(x))));
      }
    }
  }

  private void stopped(World w, int s, List<Message> messages, List<Step> steps) {
    if (w.processing(s) == 0) {
      return;
    }
    if (w.servers.get(s).beats) {
      steps.add(
          new Step(
              Kind.FAIR,
              () -> "the heartbeat of " + name(s) + " runs out",
              x -> scripts.serverBeats(x, s, false)));
    }
    for (Message m : messages) {
      if (m.mail().apply(w).processing[s] > 0) {
        // It stood still only; or it is dead, and this never happens.
        steps.add(
            new Step(
                Kind.FAULT,
                () -> name(s) + " goes on with the message " + m.words().get(),
                x -> {
                  m.done().accept(x, s);
                  if (x.processing(s) == 0) {
                    scripts.serverBeats(x, s, true);
                  }
                }));
      }
    }
  }

  static String name(int s) {
    return "server " + s;
  }
}
