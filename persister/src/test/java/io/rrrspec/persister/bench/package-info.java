/** What persisting costs; {@code scripts/persist-bench}. */
@NullMarked
package io.rrrspec.persister.bench;

import org.jspecify.annotations.NullMarked;
