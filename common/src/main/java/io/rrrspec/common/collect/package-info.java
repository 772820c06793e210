/** Files that come back from a run: which ones, and within which bounds. */
@NullMarked
package io.rrrspec.common.collect;

import org.jspecify.annotations.NullMarked;
