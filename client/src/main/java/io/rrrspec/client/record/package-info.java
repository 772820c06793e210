/** Asks the record of past runs: the persister's database, or the one of this machine. */
@NullMarked
package io.rrrspec.client.record;

import org.jspecify.annotations.NullMarked;
