/** What a trial means for its task, and a task for its taskset. */
@NullMarked
package io.rrrspec.server.arbiter;

import org.jspecify.annotations.NullMarked;
