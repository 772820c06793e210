/** Tests of the SQL store; one contract for every database. */
@NullMarked
package io.rrrspec.persister.db;

import org.jspecify.annotations.NullMarked;
