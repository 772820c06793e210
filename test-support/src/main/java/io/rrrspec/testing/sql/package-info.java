/** Real databases for tests: H2, PostgreSQL and MariaDB. */
@NullMarked
package io.rrrspec.testing.sql;

import org.jspecify.annotations.NullMarked;
