package io.rrrspec.experiments.launch;

import io.rrrspec.common.launch.LaunchLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Places that serve a reactor. A slave takes the longest class of its launch, one at a time. When
 * there is none left its JVM ends, and the rule chooses what its place starts next. A place that is
 * refused asks again whenever a slave has ended a class or its start.
 */
final class Fleet {
  /** A place whose JVM takes its next class at a moment, which was expected at another. */
  private record Event(long at, int place, int launch, long expected, boolean started) {}

  private final Reactor reactor;
  private final Rule rule;
  private final int places;
  private final int[] first;
  private final int[] next;
  private final long[] queued;
  private final int[] jvms;
  private final int[] starting;

  /** By launch, the sum of the times at which its JVMs are expected to take their next class. */
  private final long[] expected;

  private final int[] slaves;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          (a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Integer.compare(a.place, b.place));
  private final List<Integer> free = new ArrayList<>();
  private int starts;
  private long makespan;

  private Fleet(Reactor reactor, Rule rule, int places) {
    this.reactor = reactor;
    this.rule = rule;
    this.places = places;
    int launches = reactor.launches().size();
    this.first = new int[launches];
    this.next = new int[launches];
    this.queued = new long[launches];
    this.jvms = new int[launches];
    this.starting = new int[launches];
    this.expected = new long[launches];
    int classes = 0;
    for (int i = 0; i < launches; i++) {
      first[i] = classes;
      for (Reactor.TestClass each : reactor.launches().get(i).classes()) {
        queued[i] += each.estimate();
        classes++;
      }
    }
    this.slaves = new int[classes];
  }

  static Order serve(Reactor reactor, Rule rule, int places) {
    return new Fleet(reactor, rule, places).serve();
  }

  private Order serve() {
    for (int i = 0; i < places; i++) {
      free.add(i);
    }
    askForFree(0);
    while (!events.isEmpty()) {
      Event event = events.remove();
      expected[event.launch] -= event.expected;
      if (event.started) {
        starting[event.launch]--;
      }
      if (!take(event)) {
        jvms[event.launch]--;
        free.add(event.place);
      }
      askForFree(event.at);
    }
    return new Order(makespan, starts, Arrays.stream(slaves).boxed().toList());
  }

  private boolean take(Event event) {
    int i = event.launch;
    List<Reactor.TestClass> classes = reactor.launches().get(i).classes();
    if (next[i] == classes.size()) {
      return false;
    }
    Reactor.TestClass taken = classes.get(next[i]);
    slaves[first[i] + next[i]] = event.place;
    next[i]++;
    queued[i] -= taken.estimate();
    expect(new Event(event.at + taken.took(), event.place, i, event.at + taken.estimate(), false));
    makespan = Math.max(makespan, event.at + taken.took());
    return true;
  }

  private void askForFree(long now) {
    while (!free.isEmpty()) {
      Optional<String> chosen = rule.next(loads(now), places);
      if (chosen.isEmpty()) {
        return;
      }
      int launch = indexOf(chosen.get());
      jvms[launch]++;
      starts++;
      long ready = now + reactor.launches().get(launch).startCost();
      starting[launch]++;
      expect(new Event(ready, free.remove(0), launch, ready, true));
    }
  }

  private void expect(Event event) {
    expected[event.launch] += event.expected;
    events.add(event);
  }

  private int indexOf(String launch) {
    for (int i = 0; i < next.length; i++) {
      if (reactor.launches().get(i).name().equals(launch)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no launch " + launch);
  }

  private List<LaunchLoad> loads(long now) {
    List<LaunchLoad> loads = new ArrayList<>();
    for (int i = 0; i < next.length; i++) {
      Reactor.Launch launch = reactor.launches().get(i);
      int left = launch.classes().size() - next[i];
      loads.add(
          new LaunchLoad(
              launch.name(),
              0,
              left,
              Duration.ofMillis(queued[i]),
              Duration.ofMillis(left == 0 ? 0 : launch.classes().get(next[i]).estimate()),
              jvms[i],
              starting[i],
              Duration.ofMillis(Math.max(0, expected[i] - jvms[i] * now)),
              Duration.ofMillis(launch.startCost())));
    }
    return loads;
  }
}
