/** The coverage of a run: what its JVMs have saved becomes the files that the build names. */
@NullMarked
package io.rrrspec.common.coverage;

import org.jspecify.annotations.NullMarked;
