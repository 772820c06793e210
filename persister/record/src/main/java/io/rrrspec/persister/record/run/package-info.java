/** Reads saved runs: one of them, or a list. */
@NullMarked
package io.rrrspec.persister.record.run;

import org.jspecify.annotations.NullMarked;
