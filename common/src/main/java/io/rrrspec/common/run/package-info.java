/** A run as those see it who read it, wherever it is stored; and the side of it that Redis has. */
@NullMarked
package io.rrrspec.common.run;

import org.jspecify.annotations.NullMarked;
