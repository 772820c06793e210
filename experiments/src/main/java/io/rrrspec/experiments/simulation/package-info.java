/** A whole cluster in one thread, on a real Redis, in an order that a seed decides. */
@NullMarked
package io.rrrspec.experiments.simulation;

import org.jspecify.annotations.NullMarked;
