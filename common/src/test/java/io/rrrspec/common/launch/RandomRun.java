package io.rrrspec.common.launch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A run without a clock: JVMs become ready, take classes, end them, or die with them, in a random
 * order. Estimates and times until something happens are drawn anew for each choice.
 */
final class RandomRun {
  private static final int DEATHS = 10;

  private final int places;
  private final Random random;
  private final int[] queued;
  private final long[] startMs;
  private final int[] rank;
  private final List<Jvm> jvms = new ArrayList<>();
  private int deaths;

  private static final class Jvm {
    final int launch;
    boolean starting = true;
    boolean hasClass;

    Jvm(int launch) {
      this.launch = launch;
    }
  }

  RandomRun(int launches, int places, Random random) {
    this.places = places;
    this.random = random;
    this.queued = new int[launches];
    this.startMs = new long[launches];
    this.rank = new int[launches];
    for (int i = 0; i < launches; i++) {
      queued[i] = random.nextInt(12);
      startMs[i] = random.nextInt(3) * random.nextInt(5_000);
      rank[i] = random.nextInt(3);
    }
  }

  /** Returns the number of classes that are left when no JVM is left and none is started. */
  int untilNothingHappens() {
    startJvms();
    while (!jvms.isEmpty()) {
      step(jvms.get(random.nextInt(jvms.size())));
      startJvms();
    }
    int left = 0;
    for (int each : queued) {
      left += each;
    }
    return left;
  }

  private void startJvms() {
    boolean chosen = true;
    while (chosen && jvms.size() < places) {
      chosen =
          LaunchChoice.next(loads(), places)
              .map(launch -> jvms.add(new Jvm(Integer.parseInt(launch))))
              .orElse(false);
    }
  }

  private void step(Jvm jvm) {
    jvm.starting = false;
    if (deaths < DEATHS && random.nextInt(5) == 0) {
      deaths++;
      queued[jvm.launch] += jvm.hasClass ? 1 : 0;
      jvms.remove(jvm);
    } else if (queued[jvm.launch] > 0) {
      queued[jvm.launch]--;
      jvm.hasClass = true;
    } else {
      jvms.remove(jvm);
    }
  }

  private List<LaunchLoad> loads() {
    List<LaunchLoad> loads = new ArrayList<>();
    for (int i = 0; i < queued.length; i++) {
      int launch = i;
      int all = (int) jvms.stream().filter(jvm -> jvm.launch == launch).count();
      int starting =
          (int) jvms.stream().filter(jvm -> jvm.launch == launch && jvm.starting).count();
      long mean = random.nextInt(4) * random.nextInt(5_000);
      loads.add(
          new LaunchLoad(
              Integer.toString(i),
              rank[i],
              queued[i],
              Duration.ofMillis(queued[i] * mean),
              Duration.ofMillis(queued[i] > 0 ? mean : 0),
              all,
              starting,
              Duration.ofMillis(all == 0 ? 0 : random.nextInt(60_000)),
              Duration.ofMillis(startMs[i])));
    }
    return loads;
  }
}
