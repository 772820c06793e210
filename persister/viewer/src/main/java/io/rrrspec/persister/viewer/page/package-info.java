/** One class for each page: what it shows, gathered from Redis and SQL, and its template's name. */
@NullMarked
package io.rrrspec.persister.viewer.page;

import org.jspecify.annotations.NullMarked;
