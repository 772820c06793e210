package io.rrrspec.server.admission;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The idle workers of one group during one look, and which of them a taskset gets. Who is served is
 * decided before; a preference decides only by which worker.
 */
final class IdleWorkers {
  private final Map<String, Offer> idle = new LinkedHashMap<>();

  /**
   * What makes workers differ to tasksets: those that are alike can change places, and nobody is
   * served more or less.
   */
  private record Kind(boolean ours, Set<String> barred, Set<String> lastResort) {
    static Kind of(Offer offer) {
      return new Kind(offer.ours(), offer.barred(), offer.lastResort());
    }
  }

  /**
   * Takes those that are idle, in this order, but such as somebody prefers behind those of their
   * kind.
   *
   * @param waiting who may get one
   */
  IdleWorkers(List<Offer> offers, Collection<Demand> waiting) {
    List<Offer> all = offers.stream().filter(Offer::isIdle).toList();
    Set<String> preferred = new HashSet<>();
    for (Demand demand : waiting) {
      String worker = demand.prefers();
      if (worker != null && demand.hasWork()) {
        preferred.add(worker);
      }
    }
    List<Offer> inOrder = preferred.isEmpty() ? all : behindTheirKind(all, preferred);
    inOrder.forEach(offer -> idle.put(offer.key(), offer));
  }

  private static List<Offer> behindTheirKind(List<Offer> all, Set<String> preferred) {
    Map<Kind, Deque<Offer>> kinds = new HashMap<>();
    for (boolean last : new boolean[] {false, true}) {
      for (Offer offer : all) {
        if (preferred.contains(offer.key()) == last) {
          kinds.computeIfAbsent(Kind.of(offer), kind -> new ArrayDeque<>()).add(offer);
        }
      }
    }
    List<Offer> order = new ArrayList<>(all.size());
    all.forEach(
        offer -> order.add(kinds.getOrDefault(Kind.of(offer), new ArrayDeque<>()).remove()));
    return order;
  }

  boolean isEmpty() {
    return idle.isEmpty();
  }

  /**
   * Takes a worker for a taskset: the one that it prefers, else the first that it has not left,
   * else one that it has left for a while.
   *
   * @param serving how many serve it
   * @return null if none fits
   */
  @Nullable Offer take(Demand demand, int serving) {
    Offer found = find(demand, serving);
    if (found != null) {
      idle.remove(found.key());
    }
    return found;
  }

  private @Nullable Offer find(Demand demand, int serving) {
    Predicate<Offer> fits = offer -> offer.ours() || !demand.needsOurs();
    String worker = demand.prefers();
    Offer preferred = worker == null ? null : idle.get(worker);
    if (preferred != null && fits.test(preferred) && !preferred.barred().contains(demand.key())) {
      return preferred;
    }
    Offer lastResort = null;
    for (Offer offer : idle.values()) {
      if (!fits.test(offer)) {
        continue;
      }
      if (!offer.barred().contains(demand.key())) {
        return offer;
      }
      if (lastResort == null && offer.lastResort().contains(demand.key())) {
        lastResort = offer;
      }
    }
    // Otherwise a run whose only worker was sick once would wait without an end.
    return serving == 0 ? lastResort : null;
  }
}
