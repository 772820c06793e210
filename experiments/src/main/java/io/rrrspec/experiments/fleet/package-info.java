/** Measures what placement saves a small fleet of real processes. */
@NullMarked
package io.rrrspec.experiments.fleet;

import org.jspecify.annotations.NullMarked;
