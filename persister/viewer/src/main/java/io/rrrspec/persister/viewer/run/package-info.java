/** A run as pages want to see it, wherever it is kept: while it goes on in Redis, later in SQL. */
@NullMarked
package io.rrrspec.persister.viewer.run;

import org.jspecify.annotations.NullMarked;
