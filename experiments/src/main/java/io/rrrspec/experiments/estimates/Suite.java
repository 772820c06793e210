package io.rrrspec.experiments.estimates;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A suite that lives through a weather.
 *
 * <p>Durations are log-normal with a median of 2 s and a sigma of 1.5, cut off at ten minutes: of
 * 1,000 classes the longest takes some minutes and half of the time goes into a tenth of them. The
 * noise from run to run is log-normal, too: 15 % for each class and 10 % for each run.
 */
final class Suite {
  private static final double HANGS = 0.000_5;
  private static final String[] WORDS = {"Order", "User", "Price", "Stock", "Mail", "Cart", "Tax"};

  private final Random random;
  private final Weather weather;
  private final int jumpAt;
  private final List<Member> members = new ArrayList<>();
  private int made;

  private static final class Member {
    String name = "";
    double millis;
    double drift;
    boolean jumps;
    boolean bimodal;
    long size;
  }

  private Suite(Weather weather, int size, int runs, Random random) {
    this.weather = weather;
    this.random = random;
    this.jumpAt = runs / 3 + random.nextInt(Math.max(1, runs / 3));
    for (int i = 0; i < size; i++) {
      members.add(member());
    }
  }

  static History live(Weather weather, int classes, int runs, long seed) {
    Suite suite = new Suite(weather, classes, runs, new Random(seed));
    List<History.Run> lived = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      suite.change(i);
      lived.add(suite.run());
    }
    return new History(weather.kind(), lived);
  }

  private Member member() {
    Member member = new Member();
    member.name = "com.example.p" + random.nextInt(20) + "." + simpleName();
    member.millis = Math.min(600_000, 2_000 * Math.exp(1.5 * random.nextGaussian()));
    double kind = random.nextDouble();
    double rate = 0.01 + 0.03 * random.nextDouble();
    member.drift =
        kind < weather.rising()
            ? 1 + rate
            : kind < weather.rising() + weather.falling() ? 1 / (1 + rate) : 1;
    member.jumps = random.nextDouble() < weather.jumping();
    member.bimodal = random.nextDouble() < weather.bimodal();
    // Size says something about time: the logs have a correlation of 0.5, those recorded 0.57.
    double about = Math.log(member.millis / 2_000) / 1.5;
    member.size = Math.round(6_000 * Math.exp(0.4 * about + 0.7 * random.nextGaussian()));
    return member;
  }

  private String simpleName() {
    made++;
    String words = WORDS[random.nextInt(WORDS.length)] + WORDS[random.nextInt(WORDS.length)];
    return words + made + "Test";
  }

  private void change(int run) {
    for (Member member : members) {
      member.millis = Math.max(1, Math.min(900_000, member.millis * member.drift));
      if (member.jumps && run == jumpAt) {
        member.millis *= 3;
      }
    }
    int fresh = times(weather.churn());
    for (int i = 0; i < fresh; i++) {
      members.add(member());
    }
    int half = times(weather.churn() / 2);
    for (int i = 0; i < half; i++) {
      members.remove(random.nextInt(members.size()));
      rename(members.get(random.nextInt(members.size())));
    }
  }

  /** Into another package, or to a name that is much like it, or to one that is not. */
  private void rename(Member member) {
    int dot = member.name.lastIndexOf('.');
    String before = member.name.substring(0, dot + 1);
    String simple = member.name.substring(dot + 1);
    double how = random.nextDouble();
    if (how < 0.4) {
      member.name = "com.example.q" + random.nextInt(20) + "." + simple;
    } else if (how < 0.8) {
      member.name = before + "New" + simple;
    } else {
      member.name = before + simpleName();
    }
  }

  private int times(double share) {
    double expected = share * members.size();
    return (int) expected + (random.nextDouble() < expected % 1 ? 1 : 0);
  }

  private History.Run run() {
    Map<String, Duration> took = new LinkedHashMap<>();
    Map<String, Long> sizes = new LinkedHashMap<>();
    Set<String> hangs = new HashSet<>();
    double busy = Math.exp(0.1 * random.nextGaussian());
    for (Member member : members) {
      double millis = member.millis * busy * Math.exp(0.15 * random.nextGaussian());
      millis *= random.nextDouble() < weather.outliers() ? 5 + 15 * random.nextDouble() : 1;
      millis *= random.nextDouble() < weather.slowHosts() ? 2.5 : 1;
      millis *= member.bimodal && random.nextInt(3) == 0 ? 4 : 1;
      took.put(member.name, Duration.ofMillis(Math.max(1, Math.round(millis))));
      sizes.put(member.name, member.size);
      if (random.nextDouble() < HANGS) {
        hangs.add(member.name);
      }
    }
    return History.Run.of(took, hangs, sizes);
  }
}
