/** Tests of the package. */
@NullMarked
package io.rrrspec.persister.record.history;

import org.jspecify.annotations.NullMarked;
