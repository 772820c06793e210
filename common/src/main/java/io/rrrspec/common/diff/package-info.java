/** What differs between two texts. */
@NullMarked
package io.rrrspec.common.diff;

import org.jspecify.annotations.NullMarked;
