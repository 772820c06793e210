/** The viewer as people see it: in a real browser. */
@NullMarked
package io.rrrspec.client.viewer;

import org.jspecify.annotations.NullMarked;
