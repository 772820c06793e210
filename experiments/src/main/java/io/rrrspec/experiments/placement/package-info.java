/** Measurements of the placement of jobs on workers. */
@NullMarked
package io.rrrspec.experiments.placement;

import org.jspecify.annotations.NullMarked;
