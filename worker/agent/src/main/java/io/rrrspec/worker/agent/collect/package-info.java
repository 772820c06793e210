/** The files that a worker sends back from its part in a run. */
@NullMarked
package io.rrrspec.worker.agent.collect;

import org.jspecify.annotations.NullMarked;
