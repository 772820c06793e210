/**
 * Writes single values and rows of the SQL store, and reads them again: times, texts, keys, packed
 * lists.
 */
@NullMarked
package io.rrrspec.persister.record.row;

import org.jspecify.annotations.NullMarked;
