/** Tests of the package. */
@NullMarked
package io.rrrspec.persister.record.row;

import org.jspecify.annotations.NullMarked;
