package io.rrrspec.experiments.launch;

import java.util.List;

/**
 * What slaves have done with a reactor.
 *
 * @param makespan when the last class was done, in ms
 * @param starts how many JVMs were started
 * @param slaves by class, the slave that ran it; in the order of the launches and of their classes
 */
record Order(long makespan, int starts, List<Integer> slaves) {
  Order {
    slaves = List.copyOf(slaves);
  }
}
