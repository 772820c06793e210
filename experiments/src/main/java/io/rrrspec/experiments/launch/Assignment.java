package io.rrrspec.experiments.launch;

import java.util.Arrays;
import java.util.List;

/** Which slave runs which class, as the search changes it; the load of each slave is kept. */
final class Assignment {
  /** By class. */
  final int[] launch;

  final long[] took;

  /** By launch. */
  final long[] startCost;

  /** By class. */
  final int[] slave;

  /** By slave: its classes, and one start for each of its launches, in ms. */
  final long[] load;

  /** By slave and launch. */
  private final int[] classesOf;

  /** By slave, the first of which count; and by class, where it is there. */
  private final int[][] members;

  private final int[] count;
  private final int[] position;

  Assignment(Reactor reactor, int slaves) {
    int classes = reactor.classes();
    int launches = reactor.launches().size();
    launch = new int[classes];
    took = new long[classes];
    startCost = new long[launches];
    slave = new int[classes];
    load = new long[slaves];
    classesOf = new int[slaves * launches];
    members = new int[slaves][16];
    count = new int[slaves];
    position = new int[classes];
    Arrays.fill(slave, -1);
    int at = 0;
    for (int i = 0; i < launches; i++) {
      startCost[i] = reactor.launches().get(i).startCost();
      for (Reactor.TestClass each : reactor.launches().get(i).classes()) {
        launch[at] = i;
        took[at] = each.took();
        at++;
      }
    }
  }

  Assignment assign(List<Integer> slaves) {
    for (int i = 0; i < slaves.size(); i++) {
      move(i, slaves.get(i));
    }
    return this;
  }

  int slaves() {
    return load.length;
  }

  int classes() {
    return slave.length;
  }

  int countOf(int of) {
    return count[of];
  }

  int member(int of, int index) {
    return members[of][index];
  }

  boolean serves(int of, int which) {
    return classesOf[of * startCost.length + which] > 0;
  }

  /** How many of the launch's classes the slave runs. */
  int classesOf(int of, int which) {
    return classesOf[of * startCost.length + which];
  }

  /** What the load of the slave would lose without the class. */
  long relief(int each) {
    return took[each] + (classesOf(slave[each], launch[each]) == 1 ? startCost[launch[each]] : 0);
  }

  /** What the load of the slave would gain with the class. */
  long burden(int each, int of) {
    return took[each] + (serves(of, launch[each]) ? 0 : startCost[launch[each]]);
  }

  void move(int each, int to) {
    if (slave[each] >= 0) {
      leave(each);
    }
    load[to] += burden(each, to);
    slave[each] = to;
    classesOf[to * startCost.length + launch[each]]++;
    if (count[to] == members[to].length) {
      members[to] = Arrays.copyOf(members[to], 2 * count[to]);
    }
    position[each] = count[to];
    members[to][count[to]++] = each;
  }

  private void leave(int each) {
    int from = slave[each];
    load[from] -= relief(each);
    classesOf[from * startCost.length + launch[each]]--;
    int last = members[from][--count[from]];
    members[from][position[each]] = last;
    position[last] = position[each];
  }

  long makespan() {
    return load[longest()];
  }

  /** The slave that is done last. */
  int longest() {
    int longest = 0;
    for (int i = 1; i < load.length; i++) {
      longest = load[i] > load[longest] ? i : longest;
    }
    return longest;
  }
}
