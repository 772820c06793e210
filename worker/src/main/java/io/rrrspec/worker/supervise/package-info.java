/** Slave processes: how they are started, watched and ended. */
@NullMarked
package io.rrrspec.worker.supervise;

import org.jspecify.annotations.NullMarked;
