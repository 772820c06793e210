/** Which launch of a run gets the next test JVM. */
@NullMarked
package io.rrrspec.common.launch;

import org.jspecify.annotations.NullMarked;
