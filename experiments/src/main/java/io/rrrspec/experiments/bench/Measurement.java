package io.rrrspec.experiments.bench;

import java.util.List;

/** Something of the budget that can be measured by itself. */
interface Measurement {
  /** The name by which it is asked for. */
  String name();

  /** What is run and what is counted, in a sentence or two. */
  String how();

  /** Measures, on an empty Redis. */
  List<Figure> measure(BenchRedis redis, Effort effort) throws Exception;
}
