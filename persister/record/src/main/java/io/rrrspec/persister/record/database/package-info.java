/** Connects to the SQL databases, makes their tables, and says what is wrong with them. */
@NullMarked
package io.rrrspec.persister.record.database;

import org.jspecify.annotations.NullMarked;
