/** Removes files that came back from runs and that nobody has taken. */
@NullMarked
package io.rrrspec.server.collect;

import org.jspecify.annotations.NullMarked;
