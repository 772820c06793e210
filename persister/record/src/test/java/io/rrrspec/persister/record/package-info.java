/** Tests of the SQL store; one contract for every database. */
@NullMarked
package io.rrrspec.persister.record;

import org.jspecify.annotations.NullMarked;
