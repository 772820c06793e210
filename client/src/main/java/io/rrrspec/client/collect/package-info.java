/** Brings files of a run back to the directory of the sources. */
@NullMarked
package io.rrrspec.client.collect;

import org.jspecify.annotations.NullMarked;
