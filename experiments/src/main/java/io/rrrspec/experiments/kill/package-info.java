/** Persisters and databases that are killed while tasksets end. */
@NullMarked
package io.rrrspec.experiments.kill;

import org.jspecify.annotations.NullMarked;
