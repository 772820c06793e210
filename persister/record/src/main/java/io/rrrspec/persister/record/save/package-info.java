/** Saves finished tasksets in SQL, and deletes the oldest ones. */
@NullMarked
package io.rrrspec.persister.record.save;

import org.jspecify.annotations.NullMarked;
