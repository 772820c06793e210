/** Requests that are over, in SQL. */
@NullMarked
package io.rrrspec.persister.record.request;

import org.jspecify.annotations.NullMarked;
