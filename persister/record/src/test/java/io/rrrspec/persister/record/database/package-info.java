/** Tests of the package. */
@NullMarked
package io.rrrspec.persister.record.database;

import org.jspecify.annotations.NullMarked;
