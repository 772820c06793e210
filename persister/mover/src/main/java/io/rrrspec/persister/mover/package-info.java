/** Remembers: moves tasksets that are over from Redis to SQL. */
@NullMarked
package io.rrrspec.persister.mover;

import org.jspecify.annotations.NullMarked;
