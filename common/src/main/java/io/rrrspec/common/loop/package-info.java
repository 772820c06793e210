/** Actors and the loop that drives them. */
@NullMarked
package io.rrrspec.common.loop;

import org.jspecify.annotations.NullMarked;
