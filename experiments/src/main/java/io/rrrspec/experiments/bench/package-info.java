/** Measures what the service costs, against a real redis-server of its own. */
@NullMarked
package io.rrrspec.experiments.bench;

import org.jspecify.annotations.NullMarked;
