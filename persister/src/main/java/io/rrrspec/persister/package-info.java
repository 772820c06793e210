/** Remembers: moves tasksets that are over from Redis to SQL. */
@NullMarked
package io.rrrspec.persister;

import org.jspecify.annotations.NullMarked;
