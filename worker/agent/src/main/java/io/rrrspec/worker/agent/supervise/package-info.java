/** Slave processes: how they are started, watched and ended. */
@NullMarked
package io.rrrspec.worker.agent.supervise;

import org.jspecify.annotations.NullMarked;
