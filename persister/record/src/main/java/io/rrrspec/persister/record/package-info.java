/**
 * The SQL store of finished tasksets, and the only place that knows SQL. Everything here is written
 * for H2, PostgreSQL and MariaDB or MySQL alike; what differs between them is in {@code Dialect}.
 */
@NullMarked
package io.rrrspec.persister.record;

import org.jspecify.annotations.NullMarked;
