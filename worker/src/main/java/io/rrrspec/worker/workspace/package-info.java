/** The directory in which a taskset runs, and its set-up. */
@NullMarked
package io.rrrspec.worker.workspace;

import org.jspecify.annotations.NullMarked;
