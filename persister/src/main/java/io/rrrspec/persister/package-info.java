/** Remembers: moves finished tasksets from Redis to SQL. */
@NullMarked
package io.rrrspec.persister;

import org.jspecify.annotations.NullMarked;
