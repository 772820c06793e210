/** The viewer as it is asked over HTTP. */
@NullMarked
package io.rrrspec.persister.viewer;

import org.jspecify.annotations.NullMarked;
