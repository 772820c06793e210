/** Tests of requests in SQL. */
@NullMarked
package io.rrrspec.persister.record.request;

import org.jspecify.annotations.NullMarked;
