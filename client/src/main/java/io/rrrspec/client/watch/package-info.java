/** Watching a run until it is over, and telling how it went; from Redis, wherever the run is. */
@NullMarked
package io.rrrspec.client.watch;

import org.jspecify.annotations.NullMarked;
