/** Real databases for tests: H2, PostgreSQL and MariaDB. */
@NullMarked
package io.rrrspec.persister.testing;

import org.jspecify.annotations.NullMarked;
