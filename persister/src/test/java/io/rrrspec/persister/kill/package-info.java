/** Persisters and databases that are killed while tasksets end. */
@NullMarked
package io.rrrspec.persister.kill;

import org.jspecify.annotations.NullMarked;
