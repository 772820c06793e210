/** Redis as records: one class per aggregate, each of which runs the transitions of its own. */
@NullMarked
package io.rrrspec.common.store;

import org.jspecify.annotations.NullMarked;
