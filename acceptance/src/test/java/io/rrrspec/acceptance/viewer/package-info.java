/** The viewer as people see it: in a real browser. */
@NullMarked
package io.rrrspec.acceptance.viewer;

import org.jspecify.annotations.NullMarked;
