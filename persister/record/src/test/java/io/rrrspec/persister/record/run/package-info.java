/** Tests of the package. */
@NullMarked
package io.rrrspec.persister.record.run;

import org.jspecify.annotations.NullMarked;
