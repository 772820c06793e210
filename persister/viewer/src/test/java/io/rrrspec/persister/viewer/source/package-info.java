/** Tests of the package. */
@NullMarked
package io.rrrspec.persister.viewer.source;

import org.jspecify.annotations.NullMarked;
