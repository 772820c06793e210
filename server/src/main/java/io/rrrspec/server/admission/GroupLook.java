package io.rrrspec.server.admission;

import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.queue.Turn;
import io.rrrspec.common.queue.Turns;
import io.rrrspec.server.admission.AdmissionPlan.Release;
import io.rrrspec.server.admission.AdmissionPlan.Rules;
import io.rrrspec.server.admission.Offer.Stay;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One look at the queues and workers of one group. */
final class GroupLook {
  private final String group;
  private final Rules rules;
  private final boolean strict;
  private final long now;
  private final List<Offer> offers;
  private final IdleWorkers idle;

  /** In the order of the ring. */
  private final List<Line> ring = new ArrayList<>();

  private final Map<String, Line> lineOfTaskset = new HashMap<>();
  private final List<Assignment> assignments = new ArrayList<>();
  private final List<Release> releases = new ArrayList<>();

  /** How many queues may have a worker for what they are guaranteed of one. */
  private final int sharedSeats;

  private final int live;

  private String guaranteed;
  private String surplus;
  private final Map<String, Long> waiting;
  private final Map<String, Long> underRate;
  private final Map<String, Double> credits;

  GroupLook(
      String group, Rules rules, List<Demand> demands, List<Offer> offers, Turns turns, long now) {
    this.group = group;
    this.rules = rules;
    this.strict = rules.strict().contains(group);
    this.now = now;
    this.offers = offers;
    this.guaranteed = turns.guaranteed();
    this.surplus = turns.surplus();
    this.waiting = new HashMap<>(turns.waiting());
    this.underRate = new HashMap<>(turns.underRate());
    this.credits = new HashMap<>(turns.credits());
    Map<String, Integer> serving = new HashMap<>();
    int alive = 0;
    for (Offer offer : offers) {
      alive += offer.alive() && !offer.sick() ? 1 : 0;
      String taskset = offer.taskset();
      if (taskset != null) {
        serving.merge(taskset, 1, Integer::sum);
      }
    }
    idle = new IdleWorkers(offers, demands);
    live = alive;
    Map<String, Line> byName = new HashMap<>();
    for (Queue queue : rules.queues()) {
      if (queue.group().equals(group)) {
        byName.put(queue.name(), new Line(queue, live));
      }
    }
    Line unnamed = byName.getOrDefault(Queue.DEFAULT, new Line(Queue.unconfigured(group), live));
    byName.put(Queue.DEFAULT, unnamed);
    ring.addAll(byName.values());
    ring.sort((a, b) -> Queue.RING.compare(a.queue, b.queue));
    for (Demand demand : demands) {
      Line line = byName.getOrDefault(demand.queue(), unnamed);
      line.add(demand, serving.getOrDefault(demand.key(), 0));
      lineOfTaskset.put(demand.key(), line);
    }
    for (Offer offer : offers) {
      String queue = offer.queue();
      if (queue != null && !lineOfTaskset.containsKey(offer.taskset())) {
        byName.getOrDefault(queue, unnamed).addBusy();
      }
    }
    sharedSeats = sharedSeats();
  }

  /**
   * The parts of workers that queues are guaranteed, rounded to whole ones; one at least if a queue
   * would be left without any.
   */
  private int sharedSeats() {
    int whole = ring.stream().mapToInt(line -> line.whole).sum();
    double parts = ring.stream().mapToDouble(line -> line.fraction).sum();
    boolean leftOut = ring.stream().anyMatch(line -> line.fraction > 0 && line.whole == 0);
    int seats = Math.max((int) Math.floor(parts + 0.5), leftOut ? 1 : 0);
    return Math.max(0, Math.min(live - whole, seats));
  }

  List<Assignment> assignments() {
    return assignments;
  }

  List<Release> releases() {
    return releases;
  }

  /** Gives idle workers away until there are none, or nobody who could take one. */
  void assign() {
    while (!idle.isEmpty() && (assignGuaranteed() || assignShared() || assignSurplus())) {
      // One worker more has gone.
    }
  }

  private boolean assignGuaranteed() {
    Line served = first(guaranteed, Line::isUnderRate, Turn.Kind.GUARANTEED);
    if (served != null) {
      guaranteed = served.queue.name();
    }
    return served != null;
  }

  private boolean assignSurplus() {
    Line served = first(surplus, Line::isBelowCeil, Turn.Kind.SURPLUS);
    if (served != null) {
      surplus = served.queue.name();
    }
    return served != null;
  }

  /** Serves the first in turn that may be served and for whom there is a worker; null if none. */
  private @Nullable Line first(String last, Predicate<Line> may, Turn.Kind kind) {
    for (Line line : inTurn(last)) {
      if (line.waits() && line.isBelowCeil() && may.test(line) && serve(line, kind)) {
        return line;
      }
    }
    return null;
  }

  /** The lines, beginning behind the one that was served last. */
  private List<Line> inTurn(String last) {
    int begin = 0;
    for (int i = 0; i < ring.size(); i++) {
      if (ring.get(i).queue.name().equals(last)) {
        begin = i + 1;
      }
    }
    List<Line> order = new ArrayList<>(ring.size());
    if (strict) {
      order.addAll(ring);
      // Once: as soon as it has got something it has not waited.
      order.sort(Comparator.comparingLong(this::starvedSince));
    } else {
      order.addAll(ring.subList(begin, ring.size()));
      order.addAll(ring.subList(0, begin));
    }
    return order;
  }

  /** Since when a queue has waited too long; all that have not are alike. */
  private long starvedSince(Line line) {
    long since = waiting.getOrDefault(line.queue.name(), now);
    return now - since >= rules.starveAfter().toMillis() ? since : Long.MAX_VALUE;
  }

  /**
   * Serves a queue that is guaranteed a part of a worker. Such queues share whole workers over
   * time: each time one of them is served the others get credit, in proportion to their parts.
   */
  private boolean assignShared() {
    if (seatsTaken() >= sharedSeats) {
      return false;
    }
    for (Line line : byCredit()) {
      if (line.waits() && line.isBelowCeil() && serve(line, Turn.Kind.SHARED)) {
        credit(line);
        Assignment last = assignments.remove(assignments.size() - 1);
        assignments.add(
            last.with(new Turn(group, Turn.Kind.SHARED, line.queue.name(), Map.copyOf(credits))));
        return true;
      }
    }
    return false;
  }

  private long seatsTaken() {
    return ring.stream().filter(line -> line.fraction > 0 && line.serving() > line.whole).count();
  }

  /** Those that have a part of a worker to get; who is furthest behind comes first. */
  private List<Line> byCredit() {
    return ring.stream()
        .filter(line -> line.fraction > 0 && line.isBacklogged() && line.serving() <= line.whole)
        .sorted(Comparator.comparingDouble((Line line) -> -(creditOf(line) + line.fraction)))
        .toList();
  }

  private double creditOf(Line line) {
    return credits.getOrDefault(line.queue.name(), 0.0);
  }

  private void credit(Line served) {
    double all = served.fraction;
    for (Line line : ring) {
      if (line.fraction > 0 && line != served && line.isBacklogged()) {
        credits.put(line.queue.name(), creditOf(line) + line.fraction);
        all += line.fraction;
      }
    }
    credits.put(served.queue.name(), creditOf(served) + served.fraction - all);
  }

  /** Gives one idle worker to a queue; false if none fits anybody in it. */
  private boolean serve(Line line, Turn.Kind kind) {
    boolean served =
        line.serve(
            waits -> {
              Demand demand = waits.demand;
              Offer offer = idle.take(demand, waits.serving);
              if (offer == null) {
                return false;
              }
              assignments.add(
                  new Assignment(
                      demand.key(),
                      offer.key(),
                      waits.serving,
                      demand.maxWorkers(),
                      new Turn(group, kind, line.queue.name(), Map.of())));
              return true;
            });
    if (served) {
      waiting.put(line.queue.name(), now);
    } else {
      line.stick();
    }
    return served;
  }

  /** Asks for workers back for those that have waited under their rate for too long. */
  void release() {
    note();
    List<Line> entitled = new ArrayList<>();
    for (Line line : ring) {
      long since = underRate.getOrDefault(line.queue.name(), now);
      if (now - since >= rules.reclaimAfter().toMillis()) {
        for (int i = 0; i < missing(line); i++) {
          entitled.add(line);
        }
      }
    }
    long onTheirWay = offers.stream().filter(offer -> offer.stay() == Stay.LEAVES).count();
    Borrowers borrowers = new Borrowers(ring, offers, lineOfTaskset);
    for (Line line :
        entitled.subList((int) Math.min(onTheirWay, entitled.size()), entitled.size())) {
      Offer offer = borrowers.next().orElse(null);
      String taskset = offer == null ? null : offer.taskset();
      if (offer == null || taskset == null) {
        return;
      }
      releases.add(new Release(offer.key(), taskset, line.queue.name()));
    }
  }

  /** How many workers a queue lacks that it has a right to. */
  private int missing(Line line) {
    int has = line.serving();
    int right = line.whole;
    if (hasSharedSeat(line)) {
      right++;
    }
    return Math.max(0, Math.min(Math.min(right, line.most) - has, line.wants()));
  }

  private boolean hasSharedSeat(Line line) {
    long free = sharedSeats - seatsTaken();
    return byCredit().stream().limit(Math.max(0, free)).anyMatch(first -> first == line);
  }

  /** Notes who waits, and who does so under its rate, since when. */
  private void note() {
    for (Line line : ring) {
      String name = line.queue.name();
      if (!line.isBacklogged()) {
        waiting.remove(name);
      } else {
        waiting.putIfAbsent(name, now);
      }
      if (missing(line) > 0) {
        underRate.putIfAbsent(name, now);
      } else {
        underRate.remove(name);
      }
    }
    waiting.keySet().removeIf(this::isGone);
    underRate.keySet().removeIf(this::isGone);
    credits.keySet().removeIf(this::isGone);
  }

  private boolean isGone(String name) {
    return ring.stream().noneMatch(line -> line.queue.name().equals(name));
  }

  int live() {
    return live;
  }

  private boolean isDefault() {
    return group.equals(Queue.DEFAULT_GROUP);
  }

  /** What each queue has, and wants; the queue of all others only where it matters. */
  List<QueueSample.Share> shares() {
    return ring.stream()
        .filter(
            line -> line.queue.inTurn() || line.serving() > 0 || line.isBacklogged() || isDefault())
        .map(
            line ->
                new QueueSample.Share(
                    line.queue.name(),
                    group,
                    line.serving(),
                    line.whole + line.fraction,
                    Math.min(line.most, live),
                    line.backlog(),
                    waiting.getOrDefault(line.queue.name(), 0L)))
        .toList();
  }

  Turns turns() {
    return new Turns(guaranteed, surplus, waiting, underRate, credits);
  }
}
