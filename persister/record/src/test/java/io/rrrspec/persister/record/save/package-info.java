/** Tests of the package. */
@NullMarked
package io.rrrspec.persister.record.save;

import org.jspecify.annotations.NullMarked;
